import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import {
  changePassword,
  deleteAccount,
  enableTwoFactor,
  generateTwoFactorSecret,
  updateProfile,
  verifyTwoFactor,
} from '#core/contract/account/account.ts';
import {
  otpTypes,
  sendEmailOtp,
  verifyOtpAndUpdatePassword,
} from '#core/contract/account/registration.ts';
import { getNewToken, login } from '#core/contract/account/session.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { violations } from '#server/ledger/invariants.ts';
import { issueCode, STRANGER } from '#server/services/access/credentials/email-codes.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

const NEW_PASSWORD = 'Other-demo-2026!';
const alive = async (credential: Member['credential']): Promise<boolean> =>
  (await kopa.api.call(getWalletList, {}, { credential })).ok;
const totp = (base32: string): string =>
  new TOTP({ secret: base32 }).generate({ timestamp: kopa.clock.now() });

async function withTwoFactor() {
  const someone = await kopa.person();
  const { data } = await someone.must(generateTwoFactorSecret, {});
  kopa.nextStep();
  const enabled = await someone.must(enableTwoFactor, {
    security_key: data.base32,
    otp: totp(data.base32),
    password,
  });
  return { ...someone, secret: data.base32, recoveryCodes: enabled.data.recoveryCodes };
}

test('PROF-03 a profile is saved', async () => {
  const who = await kopa.person();
  const profile = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };
  const saved = await who.must(updateProfile, profile);
  expect(saved.message).toBe('Profile updated successfully!');
  expect((await kopa.api.signIn(who.email, password)).user).toMatchObject(profile);
});

test('SEC-04 a password is changed with the current one, and other devices are signed out', async () => {
  const { email, credential } = await kopa.person();
  const other = await kopa.api.signIn(email, password);
  const change = (oldPassword: string, newPassword: string) =>
    kopa.api.call(changePassword, { oldPassword, newPassword }, { credential });
  expect(await change('Wrong-1234!', NEW_PASSWORD)).toMatchObject({
    refusal: { code: 'INVALID_CREDENTIALS', message: 'Current password is incorrect' },
  });
  expect(await change(password, 'weak')).toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
  expect(await change(password, NEW_PASSWORD)).toMatchObject({
    value: { message: 'The password has been successfully changed' },
  });
  expect(await alive(credential)).toBe(true);
  expect(await alive(other)).toBe(false);
  expect(await kopa.api.call(login, { email, password })).toMatchObject({ ok: false });
  await kopa.api.signIn(email, NEW_PASSWORD);
  expect((await kopa.sandbox.inbox(email))[0]?.subject).toBe('Your password was changed');
});

test('AUTH-16 a forgotten password is reset with a mailed code; every session ends', async () => {
  const { email, credential } = await kopa.person();
  await kopa.api.must(sendEmailOtp, { email, type: 2 });
  const otp = await kopa.sandbox.code(email);
  const reset = (code: string, newPassword = NEW_PASSWORD) =>
    kopa.api.call(verifyOtpAndUpdatePassword, { email, otp: code, password: newPassword });
  expect(await reset(otp, 'weak')).toMatchObject({
    refusal: {
      message: expect.stringMatching(
        /^Password must be at least 8 characters and include uppercase, lowercase, number, and special character\. Missing: /,
      ),
    },
  });
  const wrong = otp === '111111' ? '222222' : '111111';
  expect(await reset(wrong)).toMatchObject({
    refusal: { message: expect.stringMatching(/^Invalid code\. /) },
  });
  expect(await reset(otp)).toMatchObject({ ok: true });
  expect(await reset(otp)).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
  expect(await alive(credential)).toBe(false);
  await kopa.api.signIn(email, NEW_PASSWORD);
});

test('AUTH-16 a code mailed to prove an e-mail address does not reset a password', async () => {
  const { email } = await kopa.person();
  const issued = await inTransaction(kopa.db, (tx) =>
    issueCode(
      kopa.deps,
      tx,
      { email, purpose: otpTypes.proveEmail, device: kopa.api.device },
      STRANGER,
    ),
  );
  if (issued.kind !== 'issued') throw new Error('no code was issued');
  const tried = await kopa.api.call(verifyOtpAndUpdatePassword, {
    email,
    otp: issued.code,
    password: NEW_PASSWORD,
  });
  expect(tried).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
});

test('a password reset neither asks for nor bypasses the second factor', async () => {
  const { email, secret } = await withTwoFactor();
  await kopa.api.must(sendEmailOtp, { email, type: 2 });
  const otp = await kopa.sandbox.code(email);
  await kopa.api.must(verifyOtpAndUpdatePassword, { email, otp, password: NEW_PASSWORD });
  expect(await kopa.api.call(login, { email, password: NEW_PASSWORD })).toMatchObject({
    refusal: { code: 'SECOND_FACTOR_REQUIRED' },
  });
  kopa.nextStep();
  const opened = await kopa.api.call(login, {
    email,
    password: NEW_PASSWORD,
    otp: totp(secret),
  });
  expect(opened).toMatchObject({ ok: true });
});

test('SEC-01 2FA turns on only with a right code for the secret the server generated', async () => {
  const who = await kopa.person();
  const { data } = await who.must(generateTwoFactorSecret, {});
  expect(data.base32).toMatch(/^[A-Z2-7]{32}$/);
  expect(data.qrCodeUrl).toMatch(/^otpauth:\/\/totp\/Kopa/);
  const enable = (security_key: string, otp: string) =>
    who.call(enableTwoFactor, { security_key, otp, password });
  kopa.nextStep();
  const foreign = 'A'.repeat(32);
  for (const [key, otp] of [
    [data.base32, '000000'],
    [foreign, totp(foreign)],
    ['not base32!', '123456'],
    ['', ''],
  ] as const) {
    const reply = await enable(key, otp);
    expect(reply).toMatchObject({ refusal: { message: 'Invalid verification code' } });
  }
  const enabled = await enable(data.base32, totp(data.base32));
  expect(enabled).toMatchObject({
    value: { message: 'Two-Factor Authentication has been successfully enabled' },
  });
  expect(enabled.ok && new Set(enabled.value.data.recoveryCodes).size).toBe(10);
  expect(await who.call(generateTwoFactorSecret, {})).toMatchObject({
    ok: false,
  });
  expect(await kopa.api.call(login, { email: who.email, password })).toMatchObject({
    refusal: { code: 'SECOND_FACTOR_REQUIRED' },
  });
});

test('BEY-10 a right code sent in twenty requests at once is accepted for one session only', async () => {
  const { email, credential, secret, recoveryCodes } = await withTwoFactor();
  const sessions = [credential];
  for (const otp of recoveryCodes.slice(0, 4)) {
    sessions.push(await kopa.api.must(login, { email, password, otp }));
  }
  kopa.nextStep();
  const otp = totp(secret);
  const replies = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const of = sessions[i % sessions.length];
      const reply = await kopa.api.call(verifyTwoFactor, { otp }, of && { credential: of });
      return reply.ok && reply.value.data.valid ? of : undefined;
    }),
  );
  // The session it was accepted for may ask again; no other session is told that it is right.
  expect(new Set(replies.filter((of) => of !== undefined)).size).toBe(1);
});

test('BEY-10 only the code of the current time step is right', async () => {
  const { credential, secret } = await withTwoFactor();
  kopa.nextStep();
  const old = totp(secret);
  kopa.nextStep();
  expect((await kopa.api.must(verifyTwoFactor, { otp: old }, { credential })).data.valid).toBe(
    false,
  );
  expect(
    (await kopa.api.must(verifyTwoFactor, { otp: totp(secret) }, { credential })).data.valid,
  ).toBe(true);
});

test('BEY-10 a recovery code signs in once and is kept as a hash', async () => {
  const { email, id, recoveryCodes } = await withTwoFactor();
  const [code = ''] = recoveryCodes;
  const signIn = () => kopa.api.call(login, { email, password, otp: code.toLowerCase() });
  expect(await signIn()).toMatchObject({ ok: true });
  expect(await signIn()).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
  const rows = await kopa.db
    .selectFrom('recovery_codes')
    .selectAll()
    .where('user_id', '=', id)
    .execute();
  expect(rows).toHaveLength(10);
  expect(JSON.stringify(rows)).not.toContain(code);
});

test('BEY-10 of fifty wrong codes at once exactly five are checked, then even the right one has to wait', async () => {
  const { credential, secret } = await withTwoFactor();
  const show = (otp: string) => kopa.api.call(verifyTwoFactor, { otp }, { credential });
  const replies = await Promise.all(Array.from({ length: 50 }, () => show('000000')));
  expect(replies.filter((reply) => reply.ok)).toHaveLength(5);
  kopa.nextStep();
  const locked = await show(totp(secret));
  expect(locked).toMatchObject({ status: 429, refusal: { code: 'TOO_MANY' } });
  expect(locked.ok ? 0 : locked.refusal.retryAfter).toBeGreaterThan(60);
  kopa.clock.advance(1_801_000);
  const { refreshToken } = credential;
  const { token = '' } = await kopa.api.must(getNewToken, { refreshToken });
  const renewed = { credential: { token, refreshToken } };
  expect(await kopa.api.call(verifyTwoFactor, { otp: totp(secret) }, renewed)).toMatchObject({
    value: { data: { valid: true } },
  });
});

test('SEC-05 an account with funds is not deleted', async () => {
  const { credential } = await kopa.person({ balances: { XRP: '0.000001' } });
  expect(await kopa.api.call(deleteAccount, { password }, { credential })).toMatchObject({
    status: 422,
    refusal: { code: 'BALANCE_NOT_EMPTY' },
  });
  expect(await alive(credential)).toBe(true);
});

test('SEC-05 deletion erases personal data, ends the sessions and frees the e-mail address', async () => {
  const who = await kopa.person();
  const other = await kopa.api.signIn(who.email, password);
  const deleted = await who.must(deleteAccount, { password });
  expect(deleted.message).toBe('Account has been successfully deleted');
  const reply = await kopa.api.call(getWalletList, {}, { credential: other });
  expect(reply).toMatchObject({ status: 401, refusal: { security: false } });
  expect(await kopa.api.call(login, { email: who.email, password })).toMatchObject({ ok: false });
  const row = await kopa.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', who.id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toMatch(/Test|Person|1990|argon2/);
  expect(row.email).not.toBe(who.email);
  expect(await violations(kopa.db)).toEqual([]);
});

test('an administrator’s account cannot be deleted from a browser', async () => {
  const who = await kopa.person({ role: 'admin' });
  expect(await who.call(deleteAccount, { password })).toMatchObject({
    status: 403,
  });
});

test('nothing personal or secret is in the log', () => {
  expect(kopa.log.join('\n')).not.toMatch(/@kopa\.test|Kopa-demo|Other-demo|otpauth/);
});
