import { afterAll, beforeAll, expect, test } from 'vitest';
import { changePassword } from '#core/contract/account.ts';
import { login } from '#core/contract/login.ts';
import { createUser, verifyOtpAndUpdatePassword } from '#core/contract/registration.ts';
import { hashing } from '#server/services/credentials/passwords.ts';
import { type InProcess, password, person, startInProcess } from '#tests/support/in-process.ts';

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.close());

test('a caller who finds the queue for hashing full is refused at once, and none of their attempts is used up', async () => {
  const { email, credential } = await person(server.deps);
  const gone = Promise.withResolvers<void>();
  const crowd: Promise<void>[] = [];
  while (!hashing.full) crowd.push(hashing.run(() => gone.promise));
  const newPassword = 'Other-demo-2026!';
  const newcomer = {
    ...{ email: 'new@example.test', password: newPassword, otp: '123456', device_info: 'test' },
    ...{ country_code: 'AU', currency_code: 'AUD', is_eu: false, ip: '', dob: '1990-01-01' },
    ...{ first_name: 'Jo', last_name: 'Wren' },
  };
  const { api } = server;
  for (let i = 0; i < 8; i++) {
    expect(await api.call(login, { email, password: 'wrong' })).toMatchObject({
      status: 429,
      refusal: { code: 'TOO_MANY', retryAfter: 5 },
    });
  }
  const replies = [
    await api.call(createUser, newcomer),
    await api.call(verifyOtpAndUpdatePassword, { email, otp: '123456', password: newPassword }),
    await api.call(changePassword, { oldPassword: password, newPassword }, { credential }),
  ];
  for (const reply of replies) expect(reply).toMatchObject({ refusal: { code: 'TOO_MANY' } });
  gone.resolve();
  await Promise.all(crowd);
  expect(await api.call(login, { email, password })).toMatchObject({ ok: true });
});
