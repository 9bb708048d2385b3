import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { enableTwoFactor, generateTwoFactorSecret } from '#core/contract/account.ts';
import { login } from '#core/contract/login.ts';
import { hashing } from '#server/services/credentials/passwords.ts';
import { type InProcess, password, person, startInProcess } from '#tests/support/in-process.ts';

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.close());

test('SEC-01 AUTH-03 a sign-in under way while 2FA is turned on opens no session with the password alone', async () => {
  const { id, email, credential } = await person(server.deps);
  const gone = Promise.withResolvers<void>();
  const crowd = Array.from({ length: 4 }, () => hashing.run(() => gone.promise));
  const asked = vi.spyOn(hashing, 'run');
  const theirs = server.api.call(login, { email, password });
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  const { data } = await server.api.must(generateTwoFactorSecret, {}, { credential });
  const otp = new TOTP({ secret: data.base32 }).generate({ timestamp: server.deps.clock.now() });
  await server.api.must(enableTwoFactor, { security_key: data.base32, otp }, { credential });
  gone.resolve();
  await Promise.all(crowd);
  expect(await theirs).toMatchObject({ ok: false });
  const { failures } = await server.deps.db
    .selectFrom('login_attempts')
    .select('failures')
    .executeTakeFirstOrThrow();
  expect(failures).toBe(0);
  const sessions = server.deps.db.selectFrom('sessions').select('id').where('user_id', '=', id);
  expect(await sessions.execute()).toHaveLength(1);
});
