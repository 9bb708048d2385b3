import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  enableTwoFactor,
  generateTwoFactorSecret,
  verifyTwoFactor,
} from '#core/contract/account/account.ts';
import {
  addPasskey,
  type PasskeyUse,
  passkeyAddChallenge,
  passkeyProofChallenge,
  passkeySignIn,
  passkeySignInChallenge,
  removePasskey,
  renamePasskey,
  showPasskey,
} from '#core/contract/account/passkeys.ts';
import { sendEmailOtp, verifyOtpAndUpdatePassword } from '#core/contract/account/registration.ts';
import {
  disableTwoFactor,
  freezeAccount,
  getSecurity,
  renewRecoveryCodes,
} from '#core/contract/account/security.ts';
import { login } from '#core/contract/account/session.ts';
import { getMerchantList } from '#core/contract/staff/merchant.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { removeLostFactor } from '#server/services/access/recovery/carry-out.ts';
import { newReportUrl } from '#server/services/messages/notices/report-links.ts';
import { helpAccount } from '#server/services/staff/admin/account-help.ts';
import { listAdministrators } from '#server/services/staff/admin/administrators.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type Credential, newKey } from '#tests/support/api-client.ts';
import { Authenticator, type Wrong } from '#tests/support/authenticator.ts';
import { olderSession, password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const ORIGIN = 'https://app.example';
const ICLOUD = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd';

const kopa = sharedWorld({ env: { PUBLIC_URL: ORIGIN } });

async function withTwoFactor() {
  const someone = await kopa.person();
  const { data } = await someone.must(generateTwoFactorSecret, {});
  kopa.nextStep();
  const setUp = { security_key: data.base32, otp: kopa.totp(data.base32), password };
  await someone.must(enableTwoFactor, setUp);
  kopa.nextStep();
  return someone.with({ secret: data.base32 });
}

/** Adds a passkey to an account, whose password or code shows who asks. */
async function add(
  credential: Credential,
  { otp, aaguid }: { readonly otp?: string; readonly aaguid?: string } = {},
) {
  const device = new Authenticator(ORIGIN, aaguid);
  const proof = otp === undefined ? { password } : { otp };
  const { data } = await kopa.api.must(passkeyAddChallenge, proof, { credential });
  const made = await kopa.api.must(addPasskey, { credential: device.make(data) }, { credential });
  return { device, ...made.data };
}

async function withPasskey(someone?: Member) {
  const owner = someone ?? (await kopa.person());
  return owner.with({ ...(await add(owner.credential)) });
}

const signInChallenge = async (): Promise<string> =>
  (await kopa.api.must(passkeySignInChallenge, {})).data.challenge;

async function signInWith(device: Authenticator, wrong: Wrong = {}) {
  const credential = device.answer(await signInChallenge(), wrong);
  return kopa.api.call(passkeySignIn, { credential, device_id: newKey() });
}

const proofChallenge = async (credential: Credential, use: PasskeyUse): Promise<string> =>
  (await kopa.api.must(passkeyProofChallenge, { use }, { credential })).data.challenge;

/** What a session may show in place of a code. */
async function shown(device: Authenticator, credential: Credential, use: PasskeyUse) {
  const answer = device.answer(await proofChallenge(credential, use));
  return (await kopa.api.must(showPasskey, { use, credential: answer }, { credential })).data.otp;
}

const passkeysOf = async (credential: Credential) =>
  (await kopa.api.must(getSecurity, {}, { credential })).data.passkeys ?? [];
const subjects = async (email: string) =>
  (await kopa.sandbox.inbox(email)).map(({ subject }) => subject);
const refusalOf = (reply: { readonly ok: boolean; readonly refusal?: { code: string } }) =>
  reply.ok ? 'let in' : reply.refusal?.code;

test('LIVE-03 a passkey signs in without a password and without a code, to a whole session', async () => {
  const { secret, credential, email } = await withTwoFactor();
  const { device } = await add(credential, { otp: kopa.totp(secret) });
  const reply = await signInWith(device);
  if (!reply.ok) throw new Error(reply.refusal.code);
  expect(reply.value.user).toMatchObject({ email, is2FA: 1 });
  const opened = { credential: reply.value };
  expect((await kopa.api.call(getWalletList, {}, opened)).ok).toBe(true);
  const [used] = await passkeysOf(reply.value);
  expect(used?.usedAt).not.toBeNull();
});

test('LIVE-03 BEY-12 a sign-in with a passkey from a new device is mailed', async () => {
  const { device, email } = await withPasskey();
  await signInWith(device);
  await signInWith(device);
  expect(await subjects(email)).toContain('New sign-in to your account');
});

test('LIVE-03 several passkeys, each named after what made it', async () => {
  const { credential } = await kopa.person();
  await add(credential, { aaguid: ICLOUD });
  await add(credential, { aaguid: ICLOUD });
  await add(credential);
  expect((await passkeysOf(credential)).map(({ name }) => name)).toEqual([
    'iCloud Keychain',
    'iCloud Keychain 2',
    'Passkey',
  ]);
});

test('LIVE-03 a passkey is renamed and removed with proof, and each change is mailed', async () => {
  const { device, id, credential, email } = await withPasskey();
  const bare = await kopa.api.call(renamePasskey, { id, name: 'Mine' }, { credential });
  expect(refusalOf(bare)).toBe('PASSWORD_REQUIRED');
  await kopa.api.must(renamePasskey, { id, name: ' My  phone ', password }, { credential });
  expect((await passkeysOf(credential))[0]?.name).toBe('My phone');
  const guess = await kopa.api.call(removePasskey, { id, password: 'wrong' }, { credential });
  expect(refusalOf(guess)).toBe('INVALID_CREDENTIALS');
  await kopa.api.must(removePasskey, { id, password }, { credential });
  expect(await passkeysOf(credential)).toEqual([]);
  expect(refusalOf(await signInWith(device))).toBe('INVALID_CREDENTIALS');
  const told = await subjects(email);
  expect(told).toEqual(
    expect.arrayContaining([
      'A passkey was added',
      'A passkey was renamed',
      'A passkey was removed',
    ]),
  );
});

test('LIVE-03 where two-factor authentication is on, a password changes no passkey', async () => {
  const { secret, credential } = await withTwoFactor();
  const asked = await kopa.api.call(passkeyAddChallenge, { password }, { credential });
  expect(refusalOf(asked)).toBe('SECOND_FACTOR_REQUIRED');
  const { device, id } = await add(credential, { otp: kopa.totp(secret) });
  const removal = await kopa.api.call(removePasskey, { id, password }, { credential });
  expect(refusalOf(removal)).toBe('SECOND_FACTOR_REQUIRED');
  const otp = await shown(device, credential, 'security');
  await kopa.api.must(removePasskey, { id, otp }, { credential });
});

test('LIVE-03 BEY-14 a passkey that joins two-factor authentication holds withdrawals for a day', async () => {
  const quiet = await withPasskey();
  const before = await quiet.must(getSecurity, {});
  expect(before.data.withdrawalHold).toBeNull();
  const { secret, credential } = await withTwoFactor();
  await add(credential, { otp: kopa.totp(secret) });
  const after = await kopa.api.must(getSecurity, {}, { credential });
  expect(after.data.withdrawalHold).toMatchObject({ reason: 'two-factor' });
});

test('LIVE-03 a passkey that another account has is not added', async () => {
  const { device } = await withPasskey();
  const other = await kopa.person();
  const { credential } = other;
  const { data } = await kopa.api.must(passkeyAddChallenge, { password }, { credential });
  const stolen = await kopa.api.call(addPasskey, { credential: device.make(data) }, { credential });
  expect(refusalOf(stolen)).toBe('INVALID_INPUT');
  expect(await passkeysOf(credential)).toEqual([]);
});

describe('LIVE-03 a passkey is not added', () => {
  const wrongs: Readonly<Record<string, Wrong>> = {
    'at a foreign origin': { origin: 'https://app.example.evil.test' },
    'for a foreign site': { rpId: 'evil.test' },
    'without its person verified': { unverified: true },
    'from a signature to sign in': { type: 'webauthn.get' },
  };
  test.each(Object.entries(wrongs))('%s', async (_, wrong) => {
    const { credential } = await kopa.person();
    const { data } = await kopa.api.must(passkeyAddChallenge, { password }, { credential });
    const made = new Authenticator(ORIGIN).make(data, wrong);
    const reply = await kopa.api.call(addPasskey, { credential: made }, { credential });
    expect(refusalOf(reply)).toBe('INVALID_INPUT');
    expect(await passkeysOf(credential)).toEqual([]);
  });

  test('with a challenge of another session, nor twice with one', async () => {
    const mine = await kopa.person();
    const { data } = await mine.must(passkeyAddChallenge, { password });
    const thief = await kopa.person();
    const device = new Authenticator(ORIGIN);
    const stolen = await thief.call(addPasskey, { credential: device.make(data) });
    expect(refusalOf(stolen)).toBe('INVALID_INPUT');
    await mine.must(addPasskey, { credential: device.make(data) });
    const second = new Authenticator(ORIGIN).make(data);
    expect(refusalOf(await mine.call(addPasskey, { credential: second }))).toBe('INVALID_INPUT');
  });
});

describe('LIVE-03 a passkey does not sign in', () => {
  const wrongs: Readonly<Record<string, Wrong>> = {
    'at a foreign origin': { origin: 'https://app-example.evil.test' },
    'at another port': { origin: 'https://app.example:8443' },
    'without TLS': { origin: 'http://app.example' },
    'for a foreign site': { rpId: 'evil.test' },
    'without its person verified': { unverified: true },
    'with what makes a passkey': { type: 'webauthn.create' },
    'as somebody else': { userHandle: Buffer.from('somebody').toString('base64url') },
  };
  test.each(Object.entries(wrongs))('%s', async (_, wrong) => {
    const { device } = await withPasskey();
    expect(refusalOf(await signInWith(device, wrong))).toBe('INVALID_CODE');
    expect(refusalOf(await signInWith(device))).toBe('let in');
  });

  test('twice with one answer', async () => {
    const { device } = await withPasskey();
    const credential = device.answer(await signInChallenge());
    await kopa.api.must(passkeySignIn, { credential });
    expect(refusalOf(await kopa.api.call(passkeySignIn, { credential }))).toBe('INVALID_CODE');
  });

  test('from two tabs with one answer at the same moment', async () => {
    const { device } = await withPasskey();
    const credential = device.answer(await signInChallenge());
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => kopa.api.call(passkeySignIn, { credential })),
    );
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('with a challenge that nobody gave, or that has expired', async () => {
    const { device } = await withPasskey();
    const made = device.answer(Buffer.alloc(32, 7).toString('base64url'));
    expect(refusalOf(await kopa.api.call(passkeySignIn, { credential: made }))).toBe(
      'INVALID_CODE',
    );
    const late = device.answer(await signInChallenge());
    kopa.clock.advance(301_000);
    expect(refusalOf(await kopa.api.call(passkeySignIn, { credential: late }))).toBe(
      'INVALID_CODE',
    );
  });

  test('with a challenge for something else', async () => {
    const { device, credential } = await withPasskey();
    const answer = device.answer(await proofChallenge(credential, 'withdrawal'));
    expect(refusalOf(await kopa.api.call(passkeySignIn, { credential: answer }))).toBe(
      'INVALID_CODE',
    );
  });

  test('with the signature of another passkey', async () => {
    const { device } = await withPasskey();
    const other = await withPasskey();
    const challenge = await signInChallenge();
    const { signature } = other.device.answer(challenge);
    const credential = { ...device.answer(challenge), signature };
    expect(refusalOf(await kopa.api.call(passkeySignIn, { credential }))).toBe('INVALID_CODE');
  });

  test('to an account that is frozen', async () => {
    const owner = await kopa.person();
    const { device, credential } = await withPasskey(owner);
    // Old enough that a freeze leaves it.
    await kopa.db
      .updateTable('passkeys')
      .set({ added_at: new Date(kopa.clock.now() - 8 * 24 * 3_600_000) })
      .where('user_id', '=', owner.id)
      .execute();
    await kopa.api.must(freezeAccount, { password }, { credential });
    expect(refusalOf(await signInWith(device))).toBe('ACCOUNT_FROZEN');
  });
});

test('LIVE-03 a counter that goes back or stands still is that of a copy of what has no copies', async () => {
  const { device } = await withPasskey();
  device.counter = 5;
  expect(refusalOf(await signInWith(device))).toBe('let in');
  expect(refusalOf(await signInWith(device, { counter: 6 }))).toBe('INVALID_CODE');
  expect(refusalOf(await signInWith(device, { counter: 2 }))).toBe('INVALID_CODE');
  expect(refusalOf(await signInWith(device, { counter: 0 }))).toBe('INVALID_CODE');
  expect(refusalOf(await signInWith(device))).toBe('let in');
});

describe('HARD-75 a counter that does not rise', () => {
  /** A passkey that has counted to six, and what the audit log has of its owner. */
  async function counted(flags: Partial<Pick<Authenticator, 'backedUp' | 'canBeBackedUp'>>) {
    const owner = await kopa.person();
    const device = new Authenticator(ORIGIN);
    Object.assign(device, flags);
    const { data } = await owner.must(passkeyAddChallenge, { password });
    await owner.must(addPasskey, { credential: device.make(data) });
    device.counter = 5;
    expect(refusalOf(await signInWith(device))).toBe('let in');
    const noted = async () =>
      (
        await kopa.db
          .selectFrom('audit_log')
          .select(['action', 'detail'])
          .where('actor', '=', owner.id)
          .orderBy('seq')
          .execute()
      ).map(({ action, detail }) => `${action}: ${detail}`);
    expect(await noted()).toEqual([]);
    return { device, noted, owner };
  }

  const moving = [
    ['that was copied to other devices', { backedUp: true }],
    ['that may be copied to other devices', { canBeBackedUp: true }],
  ] as const;
  test.each(
    moving.flatMap(([which, flags]) => [6, 2, 0].map((counter) => ({ which, flags, counter }))),
  )('lets a passkey in $which, and is noted: $counter after 6', async ({ flags, counter }) => {
    const { device, noted } = await counted(flags);
    expect(refusalOf(await signInWith(device, { counter }))).toBe('let in');
    expect(await noted()).toEqual([
      `used a passkey whose counter did not rise: {"before":6,"now":${counter}}`,
    ]);
    device.counter = 7;
    expect(refusalOf(await signInWith(device))).toBe('let in');
    expect(await noted()).toHaveLength(1);
  });

  test.each([6, 2, 0])('is refused from a passkey of one device: %i after 6', async (counter) => {
    const { device, noted } = await counted({});
    expect(refusalOf(await signInWith(device, { counter }))).toBe('INVALID_CODE');
    expect(await noted()).toEqual([]);
    expect(refusalOf(await signInWith(device))).toBe('let in');
  });

  test('is accepted in place of a code, too, and noted once for each use', async () => {
    const { device, noted, owner } = await counted({ backedUp: true });
    device.counter = 0;
    await shown(device, owner.credential, 'security');
    expect(await noted()).toHaveLength(1);
  });

  test('lets nobody in whose signature is wrong, and notes nothing', async () => {
    const { device, noted } = await counted({ backedUp: true });
    const other = await withPasskey();
    const challenge = await signInChallenge();
    const { signature } = other.device.answer(challenge);
    const credential = { ...device.answer(challenge, { counter: 0 }), signature };
    expect(refusalOf(await kopa.api.call(passkeySignIn, { credential }))).toBe('INVALID_CODE');
    expect(await noted()).toEqual([]);
  });

  test('of nought that stays nought says nothing', async () => {
    const owner = await kopa.person();
    const { device } = await withPasskey(owner);
    expect(refusalOf(await signInWith(device))).toBe('let in');
    expect(refusalOf(await signInWith(device))).toBe('let in');
    const rows = kopa.db.selectFrom('audit_log').select('seq');
    expect(await rows.where('actor', '=', owner.id).execute()).toEqual([]);
  });
});

test('LIVE-03 whether a copy of a passkey is kept elsewhere follows what it says of itself', async () => {
  const owner = await kopa.person();
  const device = new Authenticator(ORIGIN);
  device.backedUp = true;
  const { data } = await owner.must(passkeyAddChallenge, { password });
  await owner.must(addPasskey, { credential: device.make(data) });
  expect((await passkeysOf(owner.credential))[0]?.backedUp).toBe(true);
});

describe('LIVE-03 a passkey is shown in place of a code', () => {
  async function protectedOwner() {
    const owner = await withTwoFactor();
    return {
      ...owner,
      userId: owner.id,
      ...(await add(owner.credential, { otp: kopa.totp(owner.secret) })),
    };
  }

  test('for a withdrawal, once', async () => {
    const { device, credential, userId: id } = await protectedOwner();
    const otp = await shown(device, credential, 'withdrawal');
    const security = await kopa.api.call(renewRecoveryCodes, { otp }, { credential });
    expect(refusalOf(security)).toBe('INVALID_CODE');
    const { data } = await kopa.api.must(verifyTwoFactor, { otp }, { credential });
    expect(data.valid).toBe(true);
    const grants = await kopa.db
      .selectFrom('second_factor_grants')
      .select('user_id')
      .where('user_id', '=', id)
      .execute();
    expect(grants).toHaveLength(1);
  });

  test('for a change of security, once, and not for a withdrawal', async () => {
    const { device, credential } = await protectedOwner();
    const otp = await shown(device, credential, 'security');
    const { data } = await kopa.api.must(verifyTwoFactor, { otp }, { credential });
    expect(data.valid).toBe(false);
    await kopa.api.must(renewRecoveryCodes, { otp }, { credential });
    const again = await kopa.api.call(disableTwoFactor, { otp }, { credential });
    expect(refusalOf(again)).toBe('INVALID_CODE');
    const fresh = await shown(device, credential, 'security');
    await kopa.api.must(disableTwoFactor, { otp: fresh }, { credential });
  });

  test('by the session that was asked, within two minutes', async () => {
    const { device, credential } = await protectedOwner();
    const other = await signInWith(device);
    if (!other.ok) throw new Error(other.refusal.code);
    const otp = await shown(device, credential, 'security');
    const elsewhere = await kopa.api.call(renewRecoveryCodes, { otp }, { credential: other.value });
    expect(refusalOf(elsewhere)).toBe('INVALID_CODE');
    kopa.clock.advance(121_000);
    const late = await kopa.api.call(renewRecoveryCodes, { otp }, { credential });
    expect(refusalOf(late)).toBe('INVALID_CODE');
  });

  test('only of this account, for this use, and to this session’s challenge', async () => {
    const { device, credential } = await protectedOwner();
    const other = await withPasskey();
    const show = (answer: ReturnType<Authenticator['answer']>) =>
      kopa.api.call(showPasskey, { use: 'security', credential: answer }, { credential });
    const foreign = other.device.answer(await proofChallenge(credential, 'security'));
    expect(refusalOf(await show(foreign))).toBe('INVALID_CODE');
    const forOther = device.answer(await proofChallenge(other.credential, 'security'));
    expect(refusalOf(await show(forOther))).toBe('INVALID_CODE');
    const otherUse = device.answer(await proofChallenge(credential, 'withdrawal'));
    expect(refusalOf(await show(otherUse))).toBe('INVALID_CODE');
    const right = device.answer(await proofChallenge(credential, 'security'));
    expect(refusalOf(await show(right))).toBe('let in');
    expect(refusalOf(await show(right))).toBe('INVALID_CODE');
  });
});

describe('LIVE-03 HARD-13 whoever works here', () => {
  test('is let in by a passkey, and then not by the password alone', async () => {
    const admin = await kopa.person({ role: 'admin', twoFactor: false });
    const { email } = admin;
    const before = await admin.call(getMerchantList, {});
    expect(refusalOf(before)).toBe('SECOND_FACTOR_MISSING');
    const { device, id } = await withPasskey(admin);
    const reply = await signInWith(device);
    if (!reply.ok) throw new Error(reply.refusal.code);
    expect(reply.value.user.is2FA).toBe(1);
    const list = await kopa.api.call(getMerchantList, {}, { credential: reply.value });
    expect(list.ok).toBe(true);
    expect(refusalOf(await kopa.api.call(login, { email, password }))).toBe(
      'SECOND_FACTOR_MISSING',
    );
    const last = await admin.call(removePasskey, { id, password });
    expect(refusalOf(last)).toBe('INVALID_INPUT');
    const listed = await listAdministrators(kopa.db);
    expect(listed).toContainEqual({ email, role: 'admin', two_factor: false, passkey: true });
    // The device is lost: an operator helps.
    const what = { email, what: 'remove-factor', reason: 'lost phone' } as const;
    expect(await helpAccount(kopa.deps, what, { actor: 'operator test' })).toBe('done');
    expect(refusalOf(await kopa.api.call(login, { email, password }))).toBe(
      'SECOND_FACTOR_REQUIRED',
    );
  });
});

/** What a thief with the password added is a passkey; each of these is what the owner may do then. */
const answersOfOwner = {
  'a reset by mail': async ({ email }: Member) => reset(email),
  'a freeze from an older session': async (owner: Member) => {
    await owner.must(freezeAccount, { password });
    await reset(owner.email);
  },
  'a freeze from a younger session, without the password': async ({ email }: Member) => {
    const younger = await kopa.api.must(login, { email, password });
    await kopa.api.must(freezeAccount, {}, { credential: younger });
    await reset(email);
  },
  'the link of the mail about it': async ({ email }: Member) => {
    await pressLinkOf(email, 'A passkey was added');
    await reset(email);
  },
  'the link of a later mail': async ({ email }: Member) => {
    await reset(email);
    await pressLinkOf(email, 'Your password was reset');
    await reset(email, 'Third-demo-2026!');
  },
};

async function reset(email: string, chosen = 'Other-demo-2026!') {
  kopa.clock.advance(31_000);
  await kopa.api.must(sendEmailOtp, { email, type: 2 });
  const otp = await kopa.sandbox.code(email);
  await kopa.api.must(verifyOtpAndUpdatePassword, { email, otp, password: chosen });
}

async function pressLinkOf(email: string, subject: string) {
  const mail = (await kopa.sandbox.inbox(email)).find((one) => one.subject === subject);
  const body = /\/not-me\?(token=[\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return fetch(`${kopa.url}/not-me`, { method: 'POST', headers, body });
}

test.each(Object.entries(answersOfOwner))(
  'HARD-64 HARD-46 a passkey that a thief added opens nothing after %s, and an old one still does',
  async (_, answer) => {
    const owner = await kopa.person();
    const own = await add(owner.credential);
    kopa.clock.advance(8 * 24 * 3_600_000);
    const thief = await kopa.api.must(login, { email: owner.email, password });
    const added = await add(thief);
    expect(refusalOf(await signInWith(added.device))).toBe('let in');
    const fresh = await olderSession(kopa.deps, owner.id);
    await answer(owner.with({ credential: fresh }));
    expect(refusalOf(await signInWith(added.device))).toBe('INVALID_CREDENTIALS');
    expect(refusalOf(await signInWith(own.device))).toBe('let in');
    const mail = (await kopa.sandbox.inbox(owner.email)).find(
      ({ subject }) => subject === 'Your password was reset',
    );
    expect(mail?.text).toContain('Besides the new password, one passkey signs you in.');
  },
);

test('HARD-64 without a password a freeze takes no second factor, with it the one of another session', async () => {
  const factorAfter = async (more: object) => {
    const { id, email } = await kopa.person();
    const credential = await kopa.api.must(login, { email, password });
    const { data } = await kopa.api.must(generateTwoFactorSecret, {}, { credential });
    kopa.nextStep();
    const setUp = { security_key: data.base32, otp: kopa.totp(data.base32), password };
    await kopa.api.must(enableTwoFactor, setUp, { credential });
    const older = await olderSession(kopa.deps, id);
    const frozen = await kopa.api.must(freezeAccount, more, { credential: older });
    return frozen.data.factor;
  };
  expect([await factorAfter({}), await factorAfter({ password })]).toEqual(['kept', 'removed']);
});

test('HARD-65 the link of a mail to staff freezes and removes nothing, and staff get none', async () => {
  const staff = await kopa.person({ role: 'admin', twoFactor: false });
  const { device } = await add(staff.credential);
  const mail = (await kopa.sandbox.inbox(staff.email)).find(
    ({ subject }) => subject === 'A passkey was added',
  );
  expect(mail?.text).not.toContain('/not-me');
  // One from before the account became staff's, or before this was so.
  const url = await inTransaction(kopa.db, (tx) => newReportUrl(kopa.deps, tx, staff.id));
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URL(url).search.slice(1);
  await fetch(`${kopa.url}/not-me`, { method: 'POST', headers, body });
  expect(refusalOf(await signInWith(device))).toBe('let in');
  await reset(staff.email);
  expect(refusalOf(await signInWith(device))).toBe('let in');
});

test('HARD-65 a mailbox opens no frozen account of staff: the operator does, and the second factor stays', async () => {
  const staff = await kopa.person({ role: 'admin', twoFactor: false });
  const { email } = staff;
  const { device } = await add(staff.credential);
  await staff.must(freezeAccount, { password });
  kopa.clock.advance(31_000);
  await kopa.api.must(sendEmailOtp, { email, type: 2 });
  const otp = await kopa.sandbox.code(email);
  const given = { email, otp, password: 'Other-demo-2026!' };
  expect(refusalOf(await kopa.api.call(verifyOtpAndUpdatePassword, given))).toBe('ACCOUNT_FROZEN');
  expect(refusalOf(await signInWith(device))).toBe('ACCOUNT_FROZEN');
  const what = { email, what: 'open-frozen', reason: 'seen in person' } as const;
  const open = () => helpAccount(kopa.deps, what, { actor: 'operator test' });
  expect([await open(), await open()]).toEqual(['done', 'no-freeze']);
  expect(await subjects(email)).toContain('Your account is open again');
  expect(refusalOf(await signInWith(device))).toBe('let in');
  await reset(email);
  expect(refusalOf(await signInWith(device))).toBe('let in');
  // A customer's freeze is not the operator's to lift.
  const owner = await kopa.person();
  await owner.must(freezeAccount, { password });
  const customer = { ...what, email: owner.email };
  expect(await helpAccount(kopa.deps, customer, { actor: 'operator test' })).toBe('no-freeze');
});

test('LIVE-03 HARD-22 a second factor that is removed for an owner who lost it takes the passkeys along', async () => {
  const owner = await kopa.person();
  const { device } = await add(owner.credential);
  await inTransaction(kopa.db, (tx) => removeLostFactor(kopa.deps, tx, owner.id));
  expect(refusalOf(await signInWith(device))).toBe('INVALID_CREDENTIALS');
});

const leftOf = async ({ id }: Pick<Member, 'id'>): Promise<number> => {
  const { rows } = await sql`select user_id from passkey_challenges where user_id = ${id}
    union all select user_id from second_factor_grants where user_id = ${id}`.execute(kopa.db);
  return rows.length;
};

const accountOf = async ({ email }: Pick<Member, 'email'>): Promise<string> => {
  const row = await kopa.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return row.id;
};

test('HARD-98 what a passkey was shown for a moment ago ends with it', async () => {
  const owner = await withPasskey();
  const { credential, device, id } = owner;
  const account = { id: await accountOf(owner) };
  await shown(device, credential, 'security');
  expect(await leftOf(account)).toBeGreaterThan(0);
  await kopa.api.must(removePasskey, { id, password }, { credential });
  expect(await leftOf(account)).toBe(0);
});

test('HARD-98 a factor that is turned on or moved leaves nothing of what was shown before', async () => {
  const someone = await kopa.person();
  const { data } = await someone.must(generateTwoFactorSecret, {});
  kopa.nextStep();
  await sql`insert into second_factor_grants (session_id, user_id, expires_at, code_hash)
    select id, user_id, ${kopa.clock.sqlIn(3600)}, 'h' from sessions
    where user_id = ${someone.id}`.execute(kopa.db);
  expect(await leftOf(someone)).toBe(1);
  const setUp = { security_key: data.base32, otp: kopa.totp(data.base32), password };
  await someone.must(enableTwoFactor, setUp);
  expect(await leftOf(someone)).toBe(0);
});
