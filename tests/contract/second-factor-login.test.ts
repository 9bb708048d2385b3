import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enableTwoFactor, generateTwoFactorSecret } from '#core/contract/account/account.ts';
import { login } from '#core/contract/account/session.ts';
import { type InProcess, password, person, startInProcess } from '#tests/support/in-process.ts';

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.close());

const codeOf = (secret: string): string =>
  new TOTP({ secret }).generate({ timestamp: server.deps.clock.now() });
/** Moves the clock to the start of the next time step, so that no code expires during the test. */
const nextStep = (): void =>
  server.deps.clock.advance(30_000 - (server.deps.clock.now() % 30_000) + 500);

test('SEC-01 with 2FA on, the password alone opens nothing and does not count as a wrong one', async () => {
  const { email, credential } = await person(server.deps);
  const setUp = await server.api.must(generateTwoFactorSecret, {}, { credential });
  const secret = setUp.data.base32;
  nextStep();
  await server.api.must(
    enableTwoFactor,
    { security_key: secret, otp: codeOf(secret), password },
    { credential },
  );
  for (let i = 0; i < 8; i++) {
    expect(await server.api.call(login, { email, password })).toMatchObject({
      status: 422,
      refusal: { code: 'SECOND_FACTOR_REQUIRED' },
    });
  }
  expect(await server.api.call(login, { email, password, otp: '000000' })).toMatchObject({
    refusal: { code: 'INVALID_CODE' },
  });
  nextStep();
  const otp = codeOf(secret);
  expect(await server.api.call(login, { email, password, otp })).toMatchObject({
    ok: true,
    value: { user: { is2FA: 1 } },
  });
  // BEY-10: a code that was accepted is not accepted again.
  expect(await server.api.call(login, { email, password, otp })).toMatchObject({
    refusal: { code: 'INVALID_CODE' },
  });
});

test('wrong codes lock the account just as wrong passwords do', async () => {
  const { email, credential } = await person(server.deps);
  const setUp = await server.api.must(generateTwoFactorSecret, {}, { credential });
  const secret = setUp.data.base32;
  nextStep();
  await server.api.must(
    enableTwoFactor,
    { security_key: secret, otp: codeOf(secret), password },
    { credential },
  );
  const wrong = () => server.api.call(login, { email, password, otp: '000000' });
  for (let i = 0; i < 5; i++) {
    expect(await wrong()).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
  }
  expect(await wrong()).toMatchObject({ status: 429, refusal: { code: 'TOO_MANY' } });
});
