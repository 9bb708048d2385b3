import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import {
  changePassword,
  enableTwoFactor,
  generateTwoFactorSecret,
} from '#core/contract/account/account.ts';
import { passkeyAddChallenge } from '#core/contract/account/passkeys.ts';
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
import { sharedWorld } from '#tests/support/world.ts';

const password = 'Strong-enough-1!';
const by = { actor: 'operator test' } as const;
const MINUTE = 60_000;

const kopa = sharedWorld();

let made = 0;
/** An account that the operator has just added. */
async function added(role: StaffRole): Promise<string> {
  const email = `staff${++made}@kopa.test`;
  expect(await addAdministrator(kopa.deps, { email, password, role }, by)).toEqual({
    kind: 'added',
  });
  return email;
}

async function enrolled(email: string): Promise<string> {
  const enrolment = await enrolAdministrator(kopa.deps, email, by);
  return enrolment.kind === 'issued' ? enrolment.code : enrolment.kind;
}

const signIn = (email: string, otp?: string, chosen = password) =>
  kopa.api.call(login, { email, password: chosen, ...(otp !== undefined && { otp }) });

const saidTo = (reply: { readonly ok: boolean; readonly refusal?: { readonly code: string } }) =>
  reply.ok ? 'let in' : reply.refusal?.code;

const totp = (secret: string): string => {
  const { clock } = kopa.deps;
  clock.advance(30_000 - (clock.now() % 30_000) + 500);
  return new TOTP({ secret }).generate({ timestamp: clock.now() });
};

async function setUp(credential: Credential): Promise<string> {
  const { data } = await kopa.api.must(generateTwoFactorSecret, {}, { credential });
  const given = { security_key: data.base32, otp: totp(data.base32), password };
  await kopa.api.must(enableTwoFactor, given, { credential });
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
    expect(await kopa.resets({ email }, 'Mailbox-only-1!')).toMatchObject({ ok: true });
    expect(saidTo(await signIn(email, undefined, 'Mailbox-only-1!'))).toBe(
      'SECOND_FACTOR_REQUIRED',
    );
    expect(await kopa.resets({ email }, password)).toMatchObject({ ok: true });
    const code = await enrolled(email);
    expect(saidTo(await signIn(email, code, 'Wrong-one-1!'))).toBe('INVALID_CREDENTIALS');
    const opened = await signIn(email, code);
    if (!opened.ok) throw new Error(opened.refusal.code);
    const credential = opened.value;
    const endpoint = role === 'admin' ? getMerchantList : listCases;
    expect(saidTo(await kopa.api.call(endpoint, {}, { credential }))).toBe('SECOND_FACTOR_MISSING');
    await setUp(credential);
    expect(saidTo(await kopa.api.call(endpoint, {}, { credential }))).toBe('let in');
    expect(await enrolled(email)).toBe('has-factor');
    const log = await kopa.db
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
  kopa.clock.advance(60 * MINUTE + 1000);
  expect(saidTo(await signIn(email, late))).toBe('INVALID_CODE');
  expect(await enrolled('nobody@kopa.test')).toBe('no-administrator');
  expect(await enrolled((await kopa.person()).email)).toBe('no-administrator');
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
  const { id } = await kopa.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const open = (enrols: boolean) =>
    inTransaction(kopa.db, (tx) =>
      openSession(kopa.deps, tx, id, { info: 'test', place: '' }, { enrols }),
    );
  const reached = async (credential: Credential) => {
    const change = { oldPassword: password, newPassword: 'Another-one-1!' };
    return [
      await kopa.api.call(getSecurity, {}, { credential }),
      await kopa.api.call(generateTwoFactorSecret, {}, { credential }),
      await kopa.api.call(passkeyAddChallenge, { password: 'wrong' }, { credential }),
      await kopa.api.call(changePassword, { ...change, oldPassword: 'wrong' }, { credential }),
    ].map(saidTo);
  };
  const barred = Array(4).fill('SECOND_FACTOR_MISSING');
  const bare = await open(false);
  expect(await reached(bare)).toEqual(barred);
  expect(saidTo(await kopa.api.call(logout, {}, { credential: bare }))).toBe('let in');
  const enrolling = await open(true);
  expect((await reached(enrolling)).slice(0, 2)).toEqual(['let in', 'let in']);
  kopa.clock.advance(60 * MINUTE + 1000);
  const { refreshToken } = enrolling;
  const { token = '' } = await kopa.api.must(getNewToken, { refreshToken });
  expect(await reached({ token, refreshToken })).toEqual(barred);
});

test('HARD-65 staff do not turn off their last factor, and one that the operator removed needs a code again', async () => {
  const email = await added('compliance');
  const opened = await signIn(email, await enrolled(email));
  if (!opened.ok) throw new Error(opened.refusal.code);
  const secret = await setUp(opened.value);
  const off = await kopa.api.call(
    disableTwoFactor,
    { otp: totp(secret) },
    { credential: opened.value },
  );
  expect(off).toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
  const what = { email, what: 'remove-factor', reason: 'lost phone' } as const;
  expect(await helpAccount(kopa.deps, what, by)).toBe('done');
  const removed = (await kopa.sandbox.inbox(email)).find(
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
  await kopa.api.must(freezeAccount, { password }, { credential: opened.value });
  const what = { email, what: 'remove-factor', reason: 'lost phone' } as const;
  expect(await helpAccount(kopa.deps, what, by)).toBe('done');
  expect(await enrolled(email)).toBe('frozen');
  expect(saidTo(await signIn(email))).toBe('ACCOUNT_FROZEN');
});
