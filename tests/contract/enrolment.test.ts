import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changePassword,
  enableTwoFactor,
  generateTwoFactorSecret,
} from '#core/contract/account/account.ts';
import { passkeyAddChallenge } from '#core/contract/account/passkeys.ts';
import { sendEmailOtp, verifyOtpAndUpdatePassword } from '#core/contract/account/registration.ts';
import { disableTwoFactor, freezeAccount, getSecurity } from '#core/contract/account/security.ts';
import { getNewToken, login, logout } from '#core/contract/account/session.ts';
import { listCases } from '#core/contract/staff/desk.ts';
import { getMerchantList } from '#core/contract/staff/merchant.ts';
import { openSession } from '#server/services/access/sessions/sessions.ts';
import { helpAccount } from '#server/services/staff/admin/account-help.ts';
import {
  addAdministrator,
  enrolAdministrator,
  type StaffRole,
} from '#server/services/staff/admin/administrators.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { Credential } from '#tests/support/api-client.ts';
import { type InProcess, person, startInProcess } from '#tests/support/in-process.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

const password = 'Strong-enough-1!';
const by = { actor: 'operator test' } as const;
const MINUTE = 60_000;

let server: InProcess;
let sandbox: Sandbox;
beforeAll(async () => {
  server = await startInProcess();
  sandbox = new Sandbox(server.url);
});
afterAll(() => server.close());

let made = 0;
/** An account that the operator has just added. */
async function added(role: StaffRole): Promise<string> {
  const email = `staff${++made}@kopa.test`;
  expect(await addAdministrator(server.deps, { email, password, role }, by)).toEqual({
    kind: 'added',
  });
  return email;
}

async function enrolled(email: string): Promise<string> {
  const enrolment = await enrolAdministrator(server.deps, email, by);
  return enrolment.kind === 'issued' ? enrolment.code : enrolment.kind;
}

const signIn = (email: string, otp?: string, chosen = password) =>
  server.api.call(login, { email, password: chosen, ...(otp !== undefined && { otp }) });

const saidTo = (reply: { readonly ok: boolean; readonly refusal?: { readonly code: string } }) =>
  reply.ok ? 'let in' : reply.refusal?.code;

async function reset(email: string, chosen: string) {
  server.deps.clock.advance(31_000);
  await server.api.must(sendEmailOtp, { email, type: 2 });
  const otp = await sandbox.code(email);
  await server.api.must(verifyOtpAndUpdatePassword, { email, otp, password: chosen });
}

const totp = (secret: string): string => {
  const { clock } = server.deps;
  clock.advance(30_000 - (clock.now() % 30_000) + 500);
  return new TOTP({ secret }).generate({ timestamp: clock.now() });
};

async function setUp(credential: Credential): Promise<string> {
  const { data } = await server.api.must(generateTwoFactorSecret, {}, { credential });
  const given = { security_key: data.base32, otp: totp(data.base32), password };
  await server.api.must(enableTwoFactor, given, { credential });
  return data.base32;
}

test.each(['admin', 'compliance'] as const)(
  'HARD-65 an account of staff (%s) without a factor is opened by the operator’s code, not by password or mailbox',
  async (role) => {
    const email = await added(role);
    expect(await signIn(email)).toMatchObject({
      refusal: { code: 'SECOND_FACTOR_REQUIRED', enrols: true },
    });
    expect(saidTo(await signIn(email, '123456'))).toBe('INVALID_CODE');
    await reset(email, 'Mailbox-only-1!');
    expect(saidTo(await signIn(email, undefined, 'Mailbox-only-1!'))).toBe(
      'SECOND_FACTOR_REQUIRED',
    );
    await reset(email, password);
    const code = await enrolled(email);
    expect(saidTo(await signIn(email, code, 'Wrong-one-1!'))).toBe('INVALID_CREDENTIALS');
    const opened = await signIn(email, code);
    if (!opened.ok) throw new Error(opened.refusal.code);
    const credential = opened.value;
    const endpoint = role === 'admin' ? getMerchantList : listCases;
    expect(saidTo(await server.api.call(endpoint, {}, { credential }))).toBe(
      'SECOND_FACTOR_MISSING',
    );
    await setUp(credential);
    expect(saidTo(await server.api.call(endpoint, {}, { credential }))).toBe('let in');
    expect(await enrolled(email)).toBe('has-factor');
    const log = await server.deps.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('subject', '=', (eb) => eb.selectFrom('users').select('id').where('email', '=', email))
      .execute();
    expect(log.map(({ action }) => action)).toContain('let set up a factor');
    expect(JSON.stringify(log)).not.toContain(code);
  },
);

test('HARD-65 the operator’s code counts once, for an hour, for its own account, and the newest alone', async () => {
  const email = await added('admin');
  const first = await enrolled(email);
  const second = await enrolled(email);
  expect(saidTo(await signIn(email, first))).toBe('INVALID_CODE');
  const other = await added('admin');
  expect(saidTo(await signIn(other, second))).toBe('INVALID_CODE');
  // As somebody types what was read to them.
  expect(saidTo(await signIn(email, second.replaceAll('-', '').toLowerCase()))).toBe('let in');
  expect(saidTo(await signIn(email, second))).toBe('INVALID_CODE');
  const late = await enrolled(email);
  server.deps.clock.advance(60 * MINUTE + 1000);
  expect(saidTo(await signIn(email, late))).toBe('INVALID_CODE');
  expect(await enrolled('nobody@kopa.test')).toBe('no-administrator');
  expect(await enrolled((await person(server.deps)).email)).toBe('no-administrator');
});

test('HARD-65 the operator’s code is guessed at like a password, and no more often', async () => {
  const email = await added('admin');
  await enrolled(email);
  const tries = [];
  for (let times = 0; times < 6; times++) tries.push(saidTo(await signIn(email, '111111111111')));
  expect(tries).toEqual([...Array(5).fill('INVALID_CODE'), 'TOO_MANY']);
});

test('HARD-65 a session of staff that no code of the operator opened reaches nothing but its end', async () => {
  const email = await added('admin');
  const { id } = await server.deps.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const open = (enrols: boolean) =>
    inTransaction(server.deps.db, (tx) =>
      openSession(server.deps, tx, id, { info: 'test', place: '' }, { enrols }),
    );
  const reached = async (credential: Credential) => {
    const change = { oldPassword: password, newPassword: 'Another-one-1!' };
    return [
      await server.api.call(getSecurity, {}, { credential }),
      await server.api.call(generateTwoFactorSecret, {}, { credential }),
      await server.api.call(passkeyAddChallenge, { password: 'wrong' }, { credential }),
      await server.api.call(changePassword, { ...change, oldPassword: 'wrong' }, { credential }),
    ].map(saidTo);
  };
  const barred = Array(4).fill('SECOND_FACTOR_MISSING');
  const bare = await open(false);
  expect(await reached(bare)).toEqual(barred);
  expect(saidTo(await server.api.call(logout, {}, { credential: bare }))).toBe('let in');
  const enrolling = await open(true);
  expect((await reached(enrolling)).slice(0, 2)).toEqual(['let in', 'let in']);
  server.deps.clock.advance(60 * MINUTE + 1000);
  const { refreshToken } = enrolling;
  const { token = '' } = await server.api.must(getNewToken, { refreshToken });
  expect(await reached({ token, refreshToken })).toEqual(barred);
});

test('HARD-65 staff do not turn off their last factor, and one that the operator removed needs a code again', async () => {
  const email = await added('compliance');
  const opened = await signIn(email, await enrolled(email));
  if (!opened.ok) throw new Error(opened.refusal.code);
  const secret = await setUp(opened.value);
  const off = await server.api.call(
    disableTwoFactor,
    { otp: totp(secret) },
    { credential: opened.value },
  );
  expect(off).toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
  const what = { email, what: 'remove-factor', reason: 'lost phone' } as const;
  expect(await helpAccount(server.deps, what, by)).toBe('done');
  const removed = (await sandbox.inbox(email)).find(
    ({ subject }) => subject === 'Two-factor authentication was removed',
  );
  expect(removed?.text).toContain('Ask the operator for the code');
  expect(saidTo(await signIn(email))).toBe('SECOND_FACTOR_REQUIRED');
  expect(saidTo(await signIn(email, await enrolled(email)))).toBe('let in');
});

test('HARD-65 a frozen account of staff is not enrolled before the operator has opened it', async () => {
  const email = await added('admin');
  const opened = await signIn(email, await enrolled(email));
  if (!opened.ok) throw new Error(opened.refusal.code);
  await setUp(opened.value);
  await server.api.must(freezeAccount, { password }, { credential: opened.value });
  const what = { email, what: 'remove-factor', reason: 'lost phone' } as const;
  expect(await helpAccount(server.deps, what, by)).toBe('done');
  expect(await enrolled(email)).toBe('frozen');
  expect(saidTo(await signIn(email))).toBe('ACCOUNT_FROZEN');
});
