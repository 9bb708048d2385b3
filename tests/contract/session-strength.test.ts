import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  changePassword,
  confirmEmailChange,
  deleteAccount,
  enableTwoFactor,
  generateTwoFactorSecret,
  requestEmailChange,
} from '#core/contract/account/account.ts';
import {
  addPasskey,
  passkeyAddChallenge,
  passkeyProofChallenge,
  showPasskey,
} from '#core/contract/account/passkeys.ts';
import { freezeAccount, getContact, getSecurity } from '#core/contract/account/security.ts';
import { login } from '#core/contract/account/session.ts';
import {
  decideCase,
  eraseArchive,
  exportRegister,
  extendArchive,
  getCase,
  listCases,
  openRegister,
  readArchive,
  startConversation,
} from '#core/contract/staff/desk.ts';
import type { DeskAct } from '#core/contract/staff/desk-act.ts';
import { getMerchantList } from '#core/contract/staff/merchant.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { openSession } from '#server/services/access/sessions/sessions.ts';
import { helpAccount } from '#server/services/staff/admin/account-help.ts';
import { enrolAdministrator } from '#server/services/staff/admin/administrators.ts';
import { fingerprintOf } from '#server/services/staff/desk/desk-proof.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { ApiClient, type Credential, newKey, type Reply } from '#tests/support/api-client.ts';
import { Authenticator } from '#tests/support/authenticator.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const ORIGIN = 'https://app.example';
const MINUTE = 60_000;
const BY = { actor: 'operator test' } as const;

const kopa = sharedWorld({ env: { PUBLIC_URL: ORIGIN } });

const alive = async (credential: Credential): Promise<boolean> =>
  (await kopa.api.call(getSecurity, {}, { credential })).ok;
/** A session as a sign-in with the password alone opened it. */
const weakSession = ({ id }: Pick<Member, 'id'>): Promise<Credential> =>
  inTransaction(kopa.db, (tx) => openSession(kopa.deps, tx, id, { info: 'weak', place: '' }));
const mailAbout = async ({ email }: Pick<Member, 'email'>, subject: string) =>
  (await kopa.sandbox.inbox(email)).find((one) => one.subject === subject);

async function propose(credential: Credential, otp?: string): Promise<string> {
  const asked = otp === undefined ? {} : { otp };
  const { data } = await kopa.api.must(generateTwoFactorSecret, asked, { credential });
  return data.base32;
}

const adopt = (credential: Credential, secret: string, chosen = password) =>
  kopa.api.call(
    enableTwoFactor,
    { security_key: secret, otp: kopa.totp(secret), password: chosen },
    { credential },
  );

async function turnOn(credential: Credential): Promise<string> {
  const secret = await propose(credential);
  kopa.nextStep();
  expect(await adopt(credential, secret)).toMatchObject({ ok: true });
  kopa.nextStep();
  return secret;
}

async function addKey(credential: Credential, proof: object): Promise<Authenticator> {
  const { data } = await kopa.api.must(passkeyAddChallenge, proof, { credential });
  const key = new Authenticator(ORIGIN);
  await kopa.api.must(addPasskey, { credential: key.make(data) }, { credential });
  return key;
}

interface Officer extends Member {
  readonly secret: string;
}

/** An officer with an authenticator app, who was enrolled. */
async function officer(role: 'compliance' | 'admin' = 'compliance'): Promise<Officer> {
  const who = await kopa.person({ role, twoFactor: false });
  return who.with({ secret: await turnOn(who.credential) });
}

const reads = {
  compliance: [
    (credential: Credential) => kopa.api.call(listCases, {}, { credential }),
    (credential: Credential) =>
      kopa.api.call(exportRegister, { register: 'requests', after: '' }, { credential }),
    (credential: Credential) =>
      kopa.api.call(readArchive, { about: 'x@kopa.test', reason: 'x' }, { credential }),
  ],
  admin: [(credential: Credential) => kopa.api.call(getMerchantList, {}, { credential })],
} as const;

test.each(['compliance', 'admin'] as const)(
  'READ-08 a session of staff (%s) that showed no factor reaches nothing, also once the account has one',
  async (role) => {
    const who = await kopa.person({ role, twoFactor: false });
    const waiting = await weakSession(who);
    for (const read of reads[role]) expect(await read(waiting)).toMatchObject({ status: 403 });
    await turnOn(who.credential);
    for (const read of reads[role]) expect(await read(waiting)).toMatchObject({ status: 401 });
    // Not even one that was opened since, whoever opened it.
    const later = await weakSession(who);
    for (const read of reads[role]) expect(await read(later)).toMatchObject({ status: 401 });
    expect(await alive(later)).toBe(false);
    // The one that set it up has shown it.
    expect(await alive(who.credential)).toBe(true);
  },
);

test('READ-08 staff who sign in with a code or a recovery code have shown it', async () => {
  const who = await kopa.person({ role: 'compliance', twoFactor: false });
  const secret = await propose(who.credential);
  kopa.nextStep();
  const on = await adopt(who.credential, secret);
  kopa.nextStep();
  const codes = on.ok ? on.value.data.recoveryCodes : [];
  for (const otp of [kopa.totp(secret), codes[0] ?? '']) {
    const credential = await kopa.api.must(login, { email: who.email, password, otp });
    expect(await kopa.api.call(listCases, {}, { credential })).toMatchObject({ ok: true });
  }
});

/** How a factor comes, is moved or is joined by a passkey, in a session. */
const changes = {
  'turning a factor on': async (credential: Credential) => {
    await turnOn(credential);
  },
  'moving a factor': async (credential: Credential, secret: string) => {
    const moved = await propose(credential, kopa.totp(secret));
    kopa.nextStep();
    expect(await adopt(credential, moved)).toMatchObject({ ok: true });
  },
  'adding a passkey': async (credential: Credential, secret: string) => {
    await addKey(credential, secret === '' ? { password } : { otp: kopa.totp(secret) });
  },
} as const;

test.each(Object.entries(changes))(
  'READ-08 %s ends all other sessions of the account, and tells it',
  async (what, change) => {
    for (const role of ['user', 'compliance'] as const) {
      const isOn = what !== 'turning a factor on';
      const who = await kopa.person({ role, twoFactor: false });
      const secret = isOn ? await turnOn(who.credential) : '';
      const other = await inTransaction(kopa.db, (tx) =>
        openSession(
          kopa.deps,
          tx,
          who.id,
          { info: 'other', place: '' },
          isOn ? { secondFactor: 'app' } : { enrols: role !== 'user' },
        ),
      );
      expect([role, await alive(other)]).toEqual([role, true]);
      await change(who.credential, secret);
      expect([role, await alive(other)]).toEqual([role, false]);
      expect([role, await alive(who.credential)]).toEqual([role, true]);
      const [mail] = await kopa.sandbox.inbox(who.email);
      expect(mail?.text).toContain('Your other devices have been signed out.');
    }
  },
);

test('READ-08 a proposed factor counts for ten minutes, in its own session, and ends with a new password', async () => {
  const ends = {
    nothing: () => undefined,
    'ten minutes': () => kopa.clock.advance(10 * MINUTE),
    'a new password': (who: Member) =>
      who.must(changePassword, { oldPassword: password, newPassword: 'Other-2026!x' }),
  } as const;
  for (const [what, end] of Object.entries(ends)) {
    const who = await kopa.person();
    const secret = await propose(who.credential);
    await end(who);
    kopa.nextStep();
    const chosen = what === 'a new password' ? 'Other-2026!x' : password;
    const { ok } = await adopt(who.credential, secret, chosen);
    expect([what, ok]).toEqual([what, what === 'nothing']);
  }
  const who = await kopa.person();
  const thief = await weakSession(who);
  const secret = await propose(thief);
  kopa.nextStep();
  expect(await adopt(who.credential, secret)).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
});

test('READ-08 a code that begins to move the factor is told by mail, before the factor moves', async () => {
  const who = await kopa.person();
  const secret = await turnOn(who.credential);
  await propose(who.credential, kopa.totp(secret));
  const mail = await mailAbout(who, 'Someone began to move two-factor authentication');
  expect(mail?.text).toMatch(/\/not-me\?token=/);
  // Proposing a first one takes no code, and its mail comes when it is on.
  const other = await kopa.person();
  await propose(other.credential);
  expect(await kopa.sandbox.inbox(other.email)).toEqual([]);
});

test('READ-08 a secret that is proposed cannot be put in the place of one that counts', async () => {
  const who = await kopa.person();
  const secret = await turnOn(who.credential);
  const proposed = await propose(who.credential, kopa.totp(secret));
  await kopa.db
    .updateTable('users')
    .set((row) => ({ two_factor_secret: row.ref('two_factor_pending') }))
    .where('id', '=', who.id)
    .execute();
  kopa.nextStep();
  const again = { email: who.email, password, otp: kopa.totp(proposed) };
  expect(await kopa.api.call(login, again)).toMatchObject({ ok: false });
});

interface Done {
  readonly act: DeskAct;
  /** Does it with a proof. */
  readonly send: (otp: string, credential: Credential) => Promise<Reply<unknown>>;
}

/** What an officer does with a proof, by a client that enters none by itself, as that of other tests does. */
async function actsOf(): Promise<readonly Done[]> {
  const api = new ApiClient(kopa.url);
  const who = await kopa.customer();
  const gone = await kopa.person();
  await gone.must(deleteAccount, { password });
  const reason = 'Seen.';
  const kept = { id: gone.id, reason };
  const risk = { kind: 'risk', id: who.id, decision: 'high', reason } as const;
  const register = 'requests' as const;
  return [
    {
      act: { act: 'decide', ...risk },
      send: (otp, credential) => api.call(decideCase, { ...risk, otp }, { credential }),
    },
    {
      act: { act: 'extend', ...kept },
      send: (otp, credential) => api.call(extendArchive, { ...kept, otp }, { credential }),
    },
    {
      act: { act: 'erase', ...kept },
      send: (otp, credential) => api.call(eraseArchive, { ...kept, otp }, { credential }),
    },
    {
      act: { act: 'register', register },
      send: (otp, credential) => api.call(openRegister, { register, otp }, { credential }),
    },
  ];
}

test('READ-08 decisions and exports of the desk need a code, once for each, and none of a session before', async () => {
  const who = await officer();
  for (const { send: sendAs } of await actsOf()) {
    const send = (otp: string) => sendAs(otp, who.credential);
    expect(await send('')).toMatchObject({ refusal: { code: 'SECOND_FACTOR_REQUIRED' } });
    kopa.nextStep();
    const code = kopa.totp(who.secret);
    const wrong = code === '111111' ? '222222' : '111111';
    expect(await send(wrong)).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
    expect(await send(code)).toMatchObject({ ok: true });
    expect(await send(code)).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
  }
});

test('READ-08 a passkey of an officer signs what is decided, and counts for that alone, in that session', async () => {
  const who = await kopa.person({ role: 'compliance', twoFactor: false });
  const key = await addKey(who.credential, { password });
  const own = { credential: who.credential };
  const api = new ApiClient(kopa.url);
  const sign = async (act: DeskAct): Promise<string> => {
    const asked = await api.must(passkeyProofChallenge, { use: 'desk', act }, own);
    const credential = key.answer(asked.data.challenge);
    return (await api.must(showPasskey, { use: 'desk', credential }, own)).data.otp;
  };
  const all = await actsOf();
  for (const [at, { act, send: sendAs }] of all.entries()) {
    const send = (otp: string) => sendAs(otp, who.credential);
    const another = all[(at + 1) % all.length]?.act ?? act;
    expect(await send(await sign(another))).toMatchObject({
      refusal: { code: 'SECOND_FACTOR_REQUIRED' },
    });
    const token = await sign(act);
    expect(await send(token)).toMatchObject({ ok: true });
    expect(await send(token)).toMatchObject({ ok: false });
  }
  // The reason and the decision are part of what was signed.
  const risk = { act: 'decide', kind: 'risk', id: 'x', decision: 'low', reason: 'a' } as const;
  const others = [
    { ...risk, reason: 'b' },
    { ...risk, decision: 'high' } as const,
    { ...risk, id: 'y' },
  ];
  expect(new Set([risk, ...others].map(fingerprintOf)).size).toBe(4);
  expect(await api.call(passkeyProofChallenge, { use: 'desk' }, own)).toMatchObject({ ok: false });
});

test('READ-08 an opened register can be read for ten minutes, in the session that opened it, and no other one', async () => {
  const who = await officer();
  const api = new ApiClient(kopa.url);
  const read = (register: 'requests' | 'held', credential = who.credential) =>
    api.call(exportRegister, { register }, { credential });
  const missing = { refusal: { code: 'SECOND_FACTOR_REQUIRED' } };
  expect(await read('requests')).toMatchObject(missing);
  kopa.nextStep();
  const given = { register: 'requests', otp: kopa.totp(who.secret) } as const;
  await who.must(openRegister, given);
  expect(await read('requests')).toMatchObject({ ok: true });
  expect(await read('held')).toMatchObject(missing);
  kopa.nextStep();
  const again = { email: who.email, password, otp: kopa.totp(who.secret) };
  expect(await read('requests', await kopa.api.must(login, again))).toMatchObject(missing);
  kopa.clock.advance(10 * MINUTE);
  expect(await read('requests')).toMatchObject(missing);
});

test('READ-08 thirty lookups of customers an hour, whether by address, by number or in the archive', async () => {
  const who = await kopa.officer();
  const customer = await kopa.customer();
  const own = { credential: who.credential };
  const looks = [
    () => kopa.api.call(getCase, { kind: 'ending', id: customer.email }, own),
    () => kopa.api.call(getCase, { kind: 'risk', id: customer.id }, own),
    () => kopa.api.call(getCase, { kind: 'ending', id: 'nobody@kopa.test' }, own),
    () => kopa.api.call(readArchive, { about: 'nobody@kopa.test', reason: 'x' }, own),
  ];
  for (let at = 0; at < 30; at++) {
    const reply = await looks[at % looks.length]?.();
    expect(reply?.status).not.toBe(429);
  }
  for (const look of looks) expect(await look()).toMatchObject({ status: 429 });
  // An open case names its customer, and is read as before.
  await kopa.db
    .updateTable('data_updates')
    .set({ risk_group: 'high', chosen: false })
    .where('user_id', '=', customer.id)
    .execute();
  expect(await looks[1]?.()).toMatchObject({ ok: true });
});

test('READ-08 what is kept of a closed account, and a conversation that customers see, need a proof of their own', async () => {
  const who = await officer();
  const customer = await kopa.person();
  const own = { credential: who.credential };
  const missing = { refusal: { code: 'SECOND_FACTOR_REQUIRED' } };
  const about = 'nobody@kopa.test';
  const read = (otp: string, of = about) =>
    kopa.api.call(readArchive, { about: of, reason: 'Letter 7', otp }, own);
  const speak = (otp: string) =>
    kopa.api.call(
      startConversation,
      { id: customer.id, channel: 'phone', reason: 'A transfer', otp },
      own,
    );
  const talks = async () => (await customer.must(getContact, {})).data.speaking;
  for (const call of [read, speak]) {
    expect(await call('')).toMatchObject(missing);
    expect(await call('000000')).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
  }
  expect(await talks()).toEqual([]);
  kopa.nextStep();
  expect(await read(kopa.totp(who.secret))).toMatchObject({ ok: true });
  // For ten minutes, and of this account alone, what was read is read again without.
  expect(await read('')).toMatchObject({ ok: true });
  expect(await read('', 'other@kopa.test')).toMatchObject(missing);
  kopa.clock.advance(10 * MINUTE);
  expect(await read('')).toMatchObject(missing);
  kopa.nextStep();
  expect(await speak(kopa.totp(who.secret))).toMatchObject({ ok: true });
  expect(await talks()).toHaveLength(1);
});

test('HARD-64 what is open already is read with any code, which forgives no wrong code before it', async () => {
  const who = await officer();
  const own = { credential: who.credential };
  const read = (about: string, otp: string) =>
    kopa.api.call(readArchive, { about, reason: 'Letter 7', otp }, own);
  const opened = 'nobody@kopa.test';
  const guess = async (times: number) => {
    for (let time = 0; time < times; time++) {
      expect(await read('other@kopa.test', '000000')).toMatchObject({
        refusal: { code: 'INVALID_CODE' },
      });
      expect(await read(opened, '000000')).toMatchObject({ ok: true });
    }
  };
  kopa.nextStep();
  expect(await read(opened, kopa.totp(who.secret))).toMatchObject({ ok: true });
  await guess(4);
  // A right code that is taken forgives them all.
  kopa.nextStep();
  expect(await read('third@kopa.test', kopa.totp(who.secret))).toMatchObject({ ok: true });
  await guess(4);
  const last = await read('other@kopa.test', '000000');
  expect(last).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
  const tooMany = { refusal: { code: 'TOO_MANY' } };
  expect(await read('other@kopa.test', '000000')).toMatchObject(tooMany);
  expect(await read(opened, '000000')).toMatchObject(tooMany);
});

/**
 * What somebody can have of an account, and what it is good for against it. Each row: what they have, what they try, and
 * whether it works. The money is behind a session with the factor, and staff's view behind one of staff.
 */
test('READ-07 READ-08 a matrix of what a thief has, and of every road: none leads to the account', async () => {
  const tries = {
    'a session, without the password, turns a factor on': async (_: Member, thief: Credential) => {
      const secret = await propose(thief);
      kopa.nextStep();
      return (await adopt(thief, secret, 'Wrong-2026!x')).ok;
    },
    'a session, without the password, adds a passkey': async (_: Member, thief: Credential) =>
      (
        await kopa.api.call(
          passkeyAddChallenge,
          { password: 'Wrong-2026!x' },
          { credential: thief },
        )
      ).ok,
    'the password, after a factor was turned on': async (who: Member) => {
      await turnOn(who.credential);
      return (await kopa.api.call(login, { email: who.email, password })).ok;
    },
    'a session with the password, after a factor was turned on in another one': async (
      who: Member,
      thief: Credential,
    ) => {
      await turnOn(who.credential);
      return (await kopa.api.call(getWalletList, {}, { credential: thief })).ok;
    },
    'a factor proposed before, after the owner turned one on': async (
      who: Member,
      thief: Credential,
    ) => {
      const secret = await propose(thief);
      await turnOn(who.credential);
      return (await adopt(thief, secret)).ok;
    },
    'a factor proposed before, after a freeze': async (who: Member, thief: Credential) => {
      const secret = await propose(thief);
      await who.must(freezeAccount, { password });
      return (await adopt(thief, secret)).ok;
    },
    'a factor proposed before, after an operator ended the sessions': async (
      who: Member,
      thief: Credential,
    ) => {
      const secret = await propose(thief);
      await helpAccount(kopa.deps, { email: who.email, what: 'end-sessions', reason: 'x' }, BY);
      return (await adopt(thief, secret)).ok;
    },
    'the session of a new device, after the owner’s link': async (who: Member) => {
      await kopa.api.must(login, { email: who.email, password, device_id: newKey() });
      const theirs = await kopa.api.must(login, {
        email: who.email,
        password,
        device_id: newKey(),
      });
      const text = (await mailAbout(who, 'New sign-in to your account'))?.text ?? '';
      const body = /\/not-me\?(token=[\w-]{43})/.exec(text)?.[1] ?? '';
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const page = await fetch(`${kopa.url}/not-me`, { method: 'POST', headers, body });
      expect(page.status).toBe(200);
      return alive(theirs);
    },
  } as const;
  for (const [what, attempt] of Object.entries(tries)) {
    const who = await kopa.person();
    const thief = await weakSession(who);
    expect([what, await attempt(who, thief)]).toEqual([what, false]);
  }
});

test('READ-08 the operator’s code sets a factor up in the one session that it opened', async () => {
  const who = await kopa.person({ role: 'compliance', twoFactor: false });
  const issued = await enrolAdministrator(kopa.deps, who.email, BY);
  const code = issued.kind === 'issued' ? issued.code : '';
  const credential = await kopa.api.must(login, { email: who.email, password, otp: code });
  expect(await kopa.api.call(listCases, {}, { credential })).toMatchObject({ status: 403 });
  await turnOn(credential);
  expect(await kopa.api.call(listCases, {}, { credential })).toMatchObject({ ok: true });
});

test('READ-08 staff with a passkey alone show it again before a way in is added: a session and the password do not', async () => {
  const who = await kopa.person({ role: 'compliance', twoFactor: false });
  const { credential } = who;
  await addKey(credential, { password });
  expect(await kopa.api.call(generateTwoFactorSecret, {}, { credential })).toMatchObject({
    ok: true,
  });
  kopa.clock.advance(11 * MINUTE);
  const tries = [
    await kopa.api.call(generateTwoFactorSecret, {}, { credential }),
    await kopa.api.call(passkeyAddChallenge, { password }, { credential }),
  ];
  for (const tried of tries) {
    expect(tried).toMatchObject({
      refusal: { message: expect.stringContaining('sign in again with your passkey') },
    });
  }
});

test('READ-07 the link about a changed address takes the factor that the same session had turned on before', async () => {
  const who = await kopa.person();
  // A device that the account knows, so that nothing but the report speaks against the factor.
  await sql`update sessions set on_known_device = true where user_id = ${who.id}`.execute(kopa.db);
  const secret = await turnOn(who.credential);
  const email = `moved-${newKey()}@kopa.test`;
  const asked = { email, password, otp: kopa.totp(secret) };
  await who.must(requestEmailChange, asked);
  const code = await kopa.sandbox.code(email);
  await who.must(confirmEmailChange, { email, code });
  const text = (await mailAbout(who, 'Your email address was changed'))?.text ?? '';
  const body = /\/not-me\?(token=[\w-]{43})/.exec(text)?.[1] ?? '';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const page = await fetch(`${kopa.url}/not-me`, { method: 'POST', headers, body });
  expect(page.status).toBe(200);
  const account = await kopa.db
    .selectFrom('users')
    .select(['email', 'two_factor'])
    .where('id', '=', who.id)
    .executeTakeFirstOrThrow();
  expect(account).toEqual({ email: who.email, two_factor: false });
});
