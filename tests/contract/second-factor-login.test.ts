import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { enableTwoFactor, generateTwoFactorSecret } from '#core/contract/account/account.ts';
import { login } from '#core/contract/account/session.ts';
import { password } from '#tests/support/in-process.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

const codeOf = (secret: string): string =>
  new TOTP({ secret }).generate({ timestamp: kopa.clock.now() });

test('SEC-01 with 2FA on, the password alone opens nothing and does not count as a wrong one', async () => {
  const who = await kopa.person();
  const setUp = await who.must(generateTwoFactorSecret, {});
  const secret = setUp.data.base32;
  kopa.nextStep();
  await who.must(enableTwoFactor, { security_key: secret, otp: codeOf(secret), password });
  for (let i = 0; i < 8; i++) {
    expect(await kopa.api.call(login, { email: who.email, password })).toMatchObject({
      status: 422,
      refusal: { code: 'SECOND_FACTOR_REQUIRED' },
    });
  }
  expect(await kopa.api.call(login, { email: who.email, password, otp: '000000' })).toMatchObject({
    refusal: { code: 'INVALID_CODE' },
  });
  kopa.nextStep();
  const otp = codeOf(secret);
  expect(await kopa.api.call(login, { email: who.email, password, otp })).toMatchObject({
    ok: true,
    value: { user: { is2FA: 1 } },
  });
  // BEY-10: a code that was accepted is not accepted again.
  expect(await kopa.api.call(login, { email: who.email, password, otp })).toMatchObject({
    refusal: { code: 'INVALID_CODE' },
  });
});

test('wrong codes lock the account just as wrong passwords do', async () => {
  const who = await kopa.person();
  const setUp = await who.must(generateTwoFactorSecret, {});
  const secret = setUp.data.base32;
  kopa.nextStep();
  await who.must(enableTwoFactor, { security_key: secret, otp: codeOf(secret), password });
  const wrong = () => kopa.api.call(login, { email: who.email, password, otp: '000000' });
  for (let i = 0; i < 5; i++) {
    expect(await wrong()).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
  }
  expect(await wrong()).toMatchObject({ status: 429, refusal: { code: 'TOO_MANY' } });
});
