import { expect, test } from 'vitest';
import {
  enableTwoFactor,
  generateTwoFactorSecret,
  verifyTwoFactor,
} from '#core/contract/account/account.ts';
import { disableTwoFactor, getSecurity } from '#core/contract/account/security.ts';
import { login } from '#core/contract/account/session.ts';
import { type Credential, newKey } from '#tests/support/api-client.ts';
import { password } from '#tests/support/in-process.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld({ env: { PUBLIC_URL: 'https://app.example' } });

const propose = (credential: Credential, otp?: string) =>
  kopa.api.call(generateTwoFactorSecret, { ...(otp && { otp }) }, { credential });
async function enable(credential: Credential, secret: string): Promise<readonly string[]> {
  kopa.nextStep();
  const given = { security_key: secret, otp: kopa.totp(secret), password };
  return (await kopa.api.must(enableTwoFactor, given, { credential })).data.recoveryCodes;
}
async function withFactor() {
  const { email, credential } = await kopa.person();
  const { base32 } = (await kopa.api.must(generateTwoFactorSecret, {}, { credential })).data;
  const codes = await enable(credential, base32);
  return { email, credential, secret: base32, codes };
}
const securityOf = async (credential: Credential) =>
  (await kopa.api.must(getSecurity, {}, { credential })).data;
const used = async (email: string) =>
  (await kopa.sandbox.inbox(email)).filter(({ subject }) => subject === 'A recovery code was used');

test('HARD-47 a sign-in with a recovery code is told by mail, in its answer and in Security, until there are new codes', async () => {
  const { email, credential, secret, codes } = await withFactor();
  kopa.nextStep();
  const byApp = await kopa.api.must(login, { email, password, otp: kopa.totp(secret) });
  expect(byApp.recovery_codes_left).toBeUndefined();
  expect(await securityOf(credential)).toMatchObject({ recoveryCodeUsedAt: null });
  const at = kopa.clock.now();
  const otp = codes[0] ?? '';
  const opened = await kopa.api.must(login, { email, password, otp });
  expect(opened).toMatchObject({ recovery_codes_left: 9 });
  const [mail] = await used(email);
  expect(mail?.text).toContain('9 are left');
  expect(mail?.text).toContain('move two-factor authentication to the phone you have now');
  expect(mail?.text).toMatch(/https:\/\/app\.example\/not-me\?token=/);
  const { recoveryCodeUsedAt } = await securityOf(opened);
  expect(Date.parse(recoveryCodeUsedAt ?? '')).toBeGreaterThanOrEqual(at);
  // A used one opens nothing again, and is told of once.
  expect(await kopa.api.call(login, { email, password, otp })).toMatchObject({
    refusal: { code: 'INVALID_CODE' },
  });
  expect(await used(email)).toHaveLength(1);
});

test('HARD-47 a recovery code shown for a withdrawal is told by mail', async () => {
  const { email, credential, codes } = await withFactor();
  await kopa.api.must(verifyTwoFactor, { otp: codes[3] ?? '' }, { credential });
  expect(await used(email)).toHaveLength(1);
});

test('HARD-47 with a code the second factor moves to another app; the one before counts until the first new code, and it is held once', async () => {
  const { email, secret, codes } = await withFactor();
  const credential = await kopa.api.must(login, {
    email,
    password,
    otp: codes[0] ?? '',
    device_id: newKey(),
  });
  expect(await propose(credential)).toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
  expect(await propose(credential, '000000')).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
  const proposed = await propose(credential, codes[1] ?? '');
  if (!proposed.ok) throw new Error(proposed.refusal.code);
  const { base32 } = proposed.value.data;
  kopa.nextStep();
  expect(
    await kopa.api.call(login, { email, password, otp: kopa.totp(secret) }),
    'nothing has changed yet',
  ).toMatchObject({ ok: true });
  expect((await securityOf(credential)).withdrawalHold).toBeNull();
  const newCodes = await enable(credential, base32);
  const held = await securityOf(credential);
  expect(held).toMatchObject({
    twoFactor: true,
    recoveryCodesLeft: 10,
    recoveryCodeUsedAt: null,
    withdrawalHold: { reason: 'two-factor' },
  });
  const [mail] = await kopa.sandbox.inbox(email);
  expect(mail).toMatchObject({ subject: 'Two-factor authentication was moved' });
  kopa.nextStep();
  for (const otp of [kopa.totp(secret), codes[2] ?? '']) {
    expect(await kopa.api.call(login, { email, password, otp })).toMatchObject({
      refusal: { code: 'INVALID_CODE' },
    });
  }
  for (const otp of [kopa.totp(base32), newCodes[0] ?? '']) {
    expect(await kopa.api.call(login, { email, password, otp })).toMatchObject({ ok: true });
  }
  // Once more within the day: the hold ends when it would have.
  const again = await propose(credential, newCodes[1] ?? '');
  if (!again.ok) throw new Error(again.refusal.code);
  await enable(credential, again.value.data.base32);
  expect((await securityOf(credential)).withdrawalHold).toEqual(held.withdrawalHold);
});

test('HARD-47 turned off and on again is one hold', async () => {
  const { credential, codes } = await withFactor();
  await kopa.api.must(disableTwoFactor, { otp: codes[0] ?? '' }, { credential });
  const { withdrawalHold } = await securityOf(credential);
  kopa.clock.advance(120_000);
  const proposed = await propose(credential);
  if (!proposed.ok) throw new Error(proposed.refusal.code);
  await enable(credential, proposed.value.data.base32);
  expect((await securityOf(credential)).withdrawalHold).toEqual(withdrawalHold);
});

test('HARD-47 codes for moving are limited as everywhere else', async () => {
  const { credential } = await withFactor();
  for (let i = 0; i < 5; i++) {
    expect(await propose(credential, '000000')).toMatchObject({
      refusal: { code: 'INVALID_CODE' },
    });
  }
  expect(await propose(credential, '000000')).toMatchObject({ status: 429 });
});
