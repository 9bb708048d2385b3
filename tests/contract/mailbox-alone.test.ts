import { TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import {
  changePassword,
  confirmEmailChange,
  enableTwoFactor,
  generateTwoFactorSecret,
  requestEmailChange,
} from '#core/contract/account/account.ts';
import { listAddresses, saveAddress } from '#core/contract/account/address-book.ts';
import { getKycStatus, getSumsubToken, updateKycStatus } from '#core/contract/account/identity.ts';
import {
  addPasskey,
  passkeyAddChallenge,
  passkeyProofChallenge,
  passkeySignIn,
  passkeySignInChallenge,
  removePasskey,
  showPasskey,
} from '#core/contract/account/passkeys.ts';
import {
  otpTypes,
  sendEmailOtp,
  verifyOtpAndUpdatePassword,
} from '#core/contract/account/registration.ts';
import { getSecurity, setAddressBookOnly } from '#core/contract/account/security.ts';
import { login } from '#core/contract/account/session.ts';
import { getPaymentRoutes } from '#core/contract/money/funds.ts';
import { sendTransferCode } from '#core/contract/money/transfer.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { checkWithdrawalAddress } from '#core/contract/money/withdrawal-address.ts';
import { decideCase, getCase, listCases } from '#core/contract/staff/desk.ts';
import { setSandboxReview } from '#server/adapters/identity/sandbox-identity.ts';
import { codePurposes } from '#server/services/access/credentials/email-codes.ts';
import { carryOutRecoveries } from '#server/services/access/recovery/carry-out.ts';
import { type Credential, newKey, type Reply } from '#tests/support/api-client.ts';
import { Authenticator } from '#tests/support/authenticator.ts';
import { type PersonOptions, password } from '#tests/support/in-process.ts';
import { turnOnTwoFactor } from '#tests/support/in-process-test.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const ORIGIN = 'https://app.example';
const DAY = 24 * 3_600_000;
const FRIEND = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const usdc = { amount: '25', cryptoAddress: FRIEND, paymentRouteId: 'usdc-ethereum' };
const NEW = 'Another-2026!';

const kopa = sharedWorld({ env: { PUBLIC_URL: ORIGIN } });

interface Customer extends Member {
  /** The random number of a device that the account has known for long. */
  readonly device: string;
}

const outcome = (reply: Reply<unknown>): string => (reply.ok ? 'done' : reply.refusal.code);
const anotherCode = (): void => kopa.clock.advance(31_000);

const signIn = (email: string, chosen: string, device: string, more: object = {}) =>
  kopa.api.call(login, { email, password: chosen, device_id: device, ...more });

/** A session by the password and, where one is asked for, the code that is mailed. */
async function open(email: string, chosen: string, device: string): Promise<Credential> {
  anotherCode();
  const first = await signIn(email, chosen, device);
  if (first.ok) return first.value;
  expect(first.refusal.mailed).toBe(true);
  const otp = await kopa.sandbox.code(email);
  return kopa.api.must(login, { email, password: chosen, device_id: device, otp });
}

/** A verified customer of the Union with a device that the account has known for two weeks. */
async function customer(options: PersonOptions = {}): Promise<Customer> {
  const market = { market: 'EUR', balances: { USDC: '1000' } } as const;
  const who = await kopa.customer({ ...market, ...options });
  const device = newKey();
  await open(who.email, password, device);
  kopa.clock.advance(14 * DAY);
  return who.with({ credential: await open(who.email, password, device), device });
}

async function reset({ email }: Pick<Member, 'email'>, device?: string): Promise<void> {
  const headers = device === undefined ? {} : { headers: { 'x-device-id': device } };
  anotherCode();
  await kopa.api.must(sendEmailOtp, { email, type: otpTypes.resetPassword }, headers);
  const otp = await kopa.sandbox.code(email);
  await kopa.api.must(verifyOtpAndUpdatePassword, { email, otp, password: NEW }, headers);
  // Withdrawals open again.
  kopa.clock.advance(25 * 3_600_000);
}

/** What the mailbox alone leads to: a new password, and a session with a mailed code on an unknown device. */
async function byMailbox(who: Member): Promise<Credential> {
  await reset(who);
  return open(who.email, NEW, newKey());
}

/** A call that takes a mailed code as a proof, or changes a way in with the password that one has set. */
type Act = (
  who: Member & { readonly credential: Credential; readonly chosen: string },
) => Promise<string>;

const transfer: Act = async ({ email, credential, chosen }) => {
  anotherCode();
  const asked = await kopa.api.call(sendTransferCode, { transfer: usdc }, { credential });
  const transferCode = asked.ok ? await kopa.sandbox.code(email) : '12345678';
  const reply = await kopa.api.call(
    createWithdrawal,
    { ...usdc, transferCode, password: chosen },
    { credential, idempotencyKey: newKey() },
  );
  if (!asked.ok) expect(asked.refusal.code).toBe(outcome(reply));
  return outcome(reply);
};

const moveAddress: Act = async ({ credential, chosen }) => {
  anotherCode();
  const email = `m${newKey().slice(0, 10)}@kopa.test`;
  const asked = await kopa.api.call(
    requestEmailChange,
    { email, password: chosen },
    { credential },
  );
  if (!asked.ok) return outcome(asked);
  const code = await kopa.sandbox.code(email);
  return outcome(await kopa.api.call(confirmEmailChange, { email, code }, { credential }));
};

const turnOn: Act = async ({ credential, chosen }) => {
  const proposed = await kopa.api.call(generateTwoFactorSecret, {}, { credential });
  if (!proposed.ok) return outcome(proposed);
  const { base32: secret } = proposed.value.data;
  const otp = new TOTP({ secret }).generate({ timestamp: kopa.clock.now() });
  const given = { security_key: secret, otp, password: chosen };
  return outcome(await kopa.api.call(enableTwoFactor, given, { credential }));
};

const addKey: Act = async ({ credential, chosen }) => {
  const asked = await kopa.api.call(passkeyAddChallenge, { password: chosen }, { credential });
  if (!asked.ok) return outcome(asked);
  const key = new Authenticator(ORIGIN).make(asked.value.data);
  return outcome(await kopa.api.call(addPasskey, { credential: key }, { credential }));
};

const leaveBookOnly: Act = async ({ credential, chosen }) => {
  await kopa.api.must(setAddressBookOnly, { on: true }, { credential });
  const off = { on: false, password: chosen };
  return outcome(await kopa.api.call(setAddressBookOnly, off, { credential }));
};

/** A new reset needs nothing but the mailbox: it is the way back, opens no session and begins everything anew. */
const resetOnceMore: Act = async (who) => {
  await reset(who);
  return 'done';
};

/** Signing in leads to a session in which the rest of this table holds. */
const signInElsewhere: Act = async ({ email, chosen }) => {
  await open(email, chosen, newKey());
  return 'done';
};

const REFUSED = 'ANOTHER_PROOF_NEEDED';

/** Each purpose of a mailed code, and what it does where only the mailbox was shown since a reset. */
const byPurpose: Readonly<Record<string, { readonly act: Act; readonly alone: string }>> = {
  [codePurposes.transfer]: { act: transfer, alone: REFUSED },
  [codePurposes.changeEmail]: { act: moveAddress, alone: REFUSED },
  [codePurposes.newDevice]: { act: signInElsewhere, alone: 'done' },
  [otpTypes.resetPassword]: { act: resetOnceMore, alone: 'done' },
};
/** What the password alone does, which a mailed code has set. */
const byPassword: Readonly<Record<string, { readonly act: Act; readonly alone: string }>> = {
  'a second factor is turned on': { act: turnOn, alone: REFUSED },
  'a passkey is added': { act: addKey, alone: REFUSED },
  '“address book only” is left': { act: leaveBookOnly, alone: REFUSED },
};
const acts = Object.entries({ ...byPurpose, ...byPassword });

/** How somebody shows more than the mailbox after a reset; each returns a session. */
const states: Readonly<Record<string, (who: Customer) => Promise<Credential>>> = {
  'the device is known from before': async (who) => {
    await reset(who);
    return open(who.email, NEW, who.device);
  },
  'the reset itself was made on such a device': async (who) => {
    await reset(who, who.device);
    return open(who.email, NEW, newKey());
  },
  'an identity check was passed in the session': async (who) => {
    const credential = await byMailbox(who);
    expect((await kopa.api.must(getSecurity, {}, { credential })).data.mailboxAlone).toBe(true);
    await kopa.api.must(getSumsubToken, {}, { credential });
    await kopa.api.must(updateKycStatus, { kyc_status: 'approved' }, { credential });
    kopa.clock.advance(73 * 3_600_000);
    return open(who.email, NEW, newKey());
  },
};

test('every purpose of a mailed code stands in the table', () => {
  const purposes = [...Object.values(codePurposes), ...Object.values(otpTypes)].map(String);
  // Whoever registers has no account yet.
  expect(Object.keys(byPurpose).sort()).toEqual(
    purposes.filter((one) => one !== String(otpTypes.proveEmail)).sort(),
  );
});

describe('READ-14 after a reset by mail, a mailed code confirms nothing until something else was shown', () => {
  test.each(acts)('%s: what only the mailbox speaks for', async (_name, { act, alone }) => {
    const who = await customer();
    expect(await act(who.with({ chosen: password }))).toBe('done');
    const other = await customer();
    const credential = await byMailbox(other);
    expect(await act(other.with({ credential, chosen: NEW }))).toBe(alone);
  });

  test.each(
    Object.entries(states).flatMap(([state, show]) =>
      // What needs a code of its own, what an address, and what a way in: the rest goes the same roads.
      Object.entries({ transfer, moveAddress, addKey }).map(([name, act]) => ({
        ...{ state, show, name, act },
      })),
    ),
  )('$name, once $state', async ({ show, act }) => {
    const who = await customer();
    const credential = await show(who);
    expect((await kopa.api.must(getSecurity, {}, { credential })).data.mailboxAlone).toBe(false);
    expect(await act(who.with({ credential, chosen: NEW }))).toBe('done');
  });
});

test('READ-14 Security says whether this device counts as used before, and no factor is suggested meanwhile', async () => {
  const who = await customer();
  const late = newKey();
  await open(who.email, password, late);
  kopa.clock.advance(2 * DAY);
  const credential = await byMailbox(who);
  const counts = async (device: string) => {
    const headers = { 'x-device-id': device };
    return (await kopa.api.must(getSecurity, {}, { credential, headers })).data.deviceCounts;
  };
  expect(await counts(newKey())).toBe(false);
  expect(await counts(late)).toBe(false);
  expect(await counts(who.device)).toBe(true);
  expect((await kopa.api.must(getPaymentRoutes, {}, { credential })).askSecondFactor).toBe(false);
  const alone = async (of: Credential) =>
    (await kopa.api.must(getSecurity, {}, { credential: of })).data.mailboxAlone;
  // As it was said, also once the late one has been known for a week.
  kopa.clock.advance(8 * DAY);
  expect(await alone(await open(who.email, NEW, late))).toBe(true);
  expect(await alone(await open(who.email, NEW, who.device))).toBe(false);
});

test('READ-14 before the identity check is begun, its page knows when withdrawals open without it', async () => {
  const who = await customer();
  anotherCode();
  expect(await kopa.resets(who, NEW)).toMatchObject({ ok: true });
  const credential = await open(who.email, NEW, newKey());
  const opens = async (of: Credential) =>
    (await kopa.api.must(getKycStatus, {}, { credential: of })).data.kyc_data.find(
      ({ kyc_property: name }) => name === 'opens_without_check',
    )?.kyc_value;
  const { withdrawalHold } = (await kopa.api.must(getSecurity, {}, { credential })).data;
  expect(await opens(credential)).toBe(withdrawalHold?.until);
  expect(await opens(await open(who.email, NEW, who.device))).toBeUndefined();
});

describe('READ-14 nobody is locked out, and nobody talks their way past it', () => {
  const alone = async (credential: Credential) =>
    (await kopa.api.must(getSecurity, {}, { credential })).data.mailboxAlone;

  test('a passkey from before signs in, or is shown in the session', async () => {
    const who = await customer();
    const { data } = await who.must(passkeyAddChallenge, { password });
    const key = new Authenticator(ORIGIN);
    await who.must(addPasskey, { credential: key.make(data) });
    kopa.clock.advance(14 * DAY);
    // Since a week, its owner was there.
    await open(who.email, password, who.device);
    const weak = await byMailbox(who);
    expect(await transfer(who.with({ credential: weak, chosen: NEW }))).toBe(REFUSED);
    const removed = { id: data.known[0] ?? key.id, password: NEW };
    expect(outcome(await kopa.api.call(removePasskey, removed, { credential: weak }))).toBe(
      REFUSED,
    );
    const asked = await kopa.api.must(
      passkeyProofChallenge,
      { use: 'security' },
      {
        credential: weak,
      },
    );
    await kopa.api.must(
      showPasskey,
      { use: 'security', credential: key.answer(asked.data.challenge) },
      { credential: weak },
    );
    expect(await alone(weak)).toBe(false);
    const challenge = await kopa.api.must(passkeySignInChallenge, {});
    const signed = await kopa.api.must(passkeySignIn, {
      credential: key.answer(challenge.data.challenge),
      device_id: newKey(),
    });
    expect(await alone(signed)).toBe(false);
    // Whoever has the mailbox alone is no further for it.
    const elsewhere = await open(who.email, NEW, newKey());
    expect(await transfer(who.with({ credential: elsewhere, chosen: NEW }))).toBe(REFUSED);
  });

  test('with an authenticator the sign-in itself shows it', async () => {
    const who = await customer();
    const { code } = await turnOnTwoFactor(kopa, who);
    kopa.clock.advance(14 * DAY);
    await signIn(who.email, password, who.device, { otp: code() });
    await reset(who);
    const signed = await signIn(who.email, NEW, newKey(), { otp: code() });
    expect(signed.ok && (await alone(signed.value))).toBe(false);
  });

  test('a device of the thief, and a password changed in the app, are the mailbox still', async () => {
    const who = await customer();
    await reset(who);
    const device = newKey();
    const credential = await open(who.email, NEW, device);
    // By then the device counts as known.
    kopa.clock.advance(30 * DAY);
    const again = await open(who.email, NEW, device);
    expect(await alone(again)).toBe(true);
    const third = 'A-third-2026!';
    const change = { oldPassword: NEW, newPassword: third };
    await kopa.api.must(changePassword, change, { credential: again });
    expect(await alone(again)).toBe(true);
    expect(await alone(await open(who.email, third, newKey()))).toBe(true);
    expect(await alone(await open(who.email, third, who.device))).toBe(false);
    expect(credential).toBeDefined();
  });

  test('a check counts for the session that began it, is told by mail, and holds withdrawals for three days', async () => {
    const who = await customer();
    const one = await byMailbox(who);
    const other = await open(who.email, NEW, newKey());
    const kyc = async (credential: Credential) =>
      (await kopa.api.must(getKycStatus, {}, { credential })).data.kyc_data
        .filter(({ kyc_property: name }) => name === 'session_check' || name === 'kyc_status')
        .map(({ kyc_value: value }) => value);
    expect(await kyc(one)).toEqual(['approved', 'asked']);
    await kopa.api.must(getSumsubToken, {}, { credential: one });
    // The other session has begun none, so what it says is about the first check.
    await kopa.api.must(updateKycStatus, { kyc_status: 'approved' }, { credential: other });
    expect(await alone(one)).toBe(true);
    await kopa.api.must(updateKycStatus, { kyc_status: 'submitted' }, { credential: one });
    expect(await alone(one)).toBe(true);
    await kopa.api.must(updateKycStatus, { kyc_status: 'rejected' }, { credential: one });
    await kopa.api.must(getSumsubToken, {}, { credential: one });
    await kopa.api.must(updateKycStatus, { kyc_status: 'approved' }, { credential: one });
    expect(await alone(one)).toBe(false);
    expect(await kyc(one)).toEqual(['approved']);
    const { withdrawalHold: hold } = (await kopa.api.must(getSecurity, {}, { credential: one }))
      .data;
    expect(hold?.reason).toBe('identity');
    expect(Date.parse(hold?.until ?? '')).toBeGreaterThan(kopa.clock.now() + 2.9 * DAY);
    const mail = (await kopa.sandbox.inbox(who.email)).find(({ subject }) =>
      subject.includes('identity was checked once more'),
    );
    expect(mail?.text).toMatch(/freeze your account here/);
  });

  test('whoever was never verified passes their first check', async () => {
    const who = await kopa.person({ market: 'EUR', balances: { USDC: '1000' } });
    const credential = await byMailbox(who);
    expect(await alone(credential)).toBe(true);
    await kopa.api.must(getSumsubToken, {}, { credential });
    await kopa.api.must(updateKycStatus, { kyc_status: 'approved' }, { credential });
    expect(await alone(credential)).toBe(false);
  });

  test('the mail about the reset says what is asked for, and only where it is', async () => {
    const newest = async ({ email }: Member) =>
      (await kopa.sandbox.inbox(email)).find(
        ({ subject }) => subject === 'Your password was reset',
      );
    const who = await customer();
    await reset(who);
    expect((await newest(who))?.text).toContain('this mailbox alone is not enough');
    const other = await customer();
    await reset(other, other.device);
    expect((await newest(other))?.text).not.toContain('this mailbox alone is not enough');
  });
});

describe('READ-14 recipients of a time that its owner undid count as new again', () => {
  const known = async (credential: Credential) =>
    (
      await kopa.api.must(
        checkWithdrawalAddress,
        { paymentRouteId: 'usdc-ethereum', cryptoAddress: FRIEND },
        { credential },
      )
    ).data.known;

  test('one that was saved shortly before a reset is saved again, and counts a day later', async () => {
    const who = await customer();
    const entry = {
      kind: 'crypto' as const,
      ...{ label: 'Cold wallet', currency_id: 'USDC', network: 'Ethereum', address: FRIEND },
    };
    await kopa.db.deleteFrom('saved_addresses').where('user_id', '=', who.id).execute();
    await who.must(saveAddress, entry);
    kopa.clock.advance(2 * DAY);
    const before = await open(who.email, password, who.device);
    expect(await known(before)).toBe('saved');
    await reset(who, who.device);
    const credential = await open(who.email, NEW, who.device);
    expect(await known(credential)).toBe('new');
    const list = async () => (await kopa.api.must(listAddresses, {}, { credential })).data.crypto;
    expect(await list()).toMatchObject([{ label: 'Cold wallet', doubted: true }]);
    await kopa.api.must(saveAddress, entry, { credential });
    expect((await list())[0]).not.toHaveProperty('doubted');
    expect(await known(credential)).toBe('new');
    kopa.clock.advance(DAY + 1000);
    expect(await known(await open(who.email, NEW, who.device))).toBe('saved');
  });
});

/** A session check with nearly the customer's document, which is a case at the desk. */
async function doubted() {
  const { api, deps } = kopa;
  const who = await customer();
  const credential = await byMailbox(who);
  await api.must(getSumsubToken, {}, { credential });
  const session = await deps.db
    .selectFrom('sessions')
    .select(['id', 'identity_check'])
    .where('user_id', '=', who.id)
    .where('identity_check', 'is not', null)
    .executeTakeFirstOrThrow();
  const check = session.identity_check ?? '';
  const shown = { first: 'Test', last: 'Persan', born: '1990-01-01', country: 'AU' };
  await setSandboxReview(deps.db, check, { status: 'submitted', person: shown });
  await api.must(updateKycStatus, { kyc_status: 'approved' }, { credential });
  const officer = await kopa.officer();
  const open = async () => {
    const { data } = await officer.must(listCases, {});
    return data.find((one) => one.kind === 'identity' && one.customer === who.email);
  };
  const found = await open();
  const which = { kind: 'identity', id: found?.id ?? '' } as const;
  const stateOf = async () => {
    const { data } = await api.must(getKycStatus, {}, { credential });
    return data.kyc_data.find(({ kyc_property: name }) => name === 'session_check')?.kyc_value;
  };
  const isAlone = async () => (await api.must(getSecurity, {}, { credential })).data.mailboxAlone;
  return { ...{ who, check, officer, open, found, which, stateOf, isAlone }, session: session.id };
}

test('HARD-98 a session’s identity check with nearly the customer’s document waits for an officer, whose word counts for that session', async () => {
  for (const decision of ['theirs', 'not-theirs'] as const) {
    const { who, officer, found, which, stateOf, isAlone } = await doubted();
    expect(await isAlone()).toBe(true);
    expect(await stateOf()).toBe('review');
    expect(Date.parse(found?.due_at ?? '')).toBeGreaterThan(kopa.clock.now());
    expect((await officer.must(getCase, which)).data.check).toBe('session');
    await officer.must(decideCase, { ...which, decision, reason: 'Seen on video' });
    expect(await isAlone()).toBe(decision !== 'theirs');
    // Whoever's document it was not is told, and can make another check.
    expect(await stateOf()).toBe(decision === 'theirs' ? undefined : 'asked');
    const subjects = (await kopa.sandbox.inbox(who.email)).map(({ subject }) => subject);
    expect(subjects.includes('An identity check did not show that it is you')).toBe(
      decision !== 'theirs',
    );
  }
});

test('HARD-98 an officer’s word counts for no session check that the provider has taken back since, or whose session has ended', async () => {
  const { api, deps } = kopa;
  const decision = { decision: 'theirs', reason: 'Seen on video' } as const;
  const back = await doubted();
  await setSandboxReview(deps.db, back.check, { status: 'submitted' });
  expect((await api.call(decideCase, { ...back.which, ...decision }, back.officer)).ok).toBe(false);
  expect(await back.isAlone()).toBe(true);
  expect(await back.open()).toBeUndefined();
  const gone = await doubted();
  await deps.db.deleteFrom('sessions').where('id', '=', gone.session).execute();
  expect(await api.call(decideCase, { ...gone.which, ...decision }, gone.officer)).toMatchObject({
    refusal: { message: expect.stringContaining('has ended') },
  });
  await carryOutRecoveries(deps);
  expect(await gone.open()).toBeUndefined();
});
