import { expect, test } from 'vitest';
import { changePassword } from '#core/contract/account/account.ts';
import { createUser, verifyOtpAndUpdatePassword } from '#core/contract/account/registration.ts';
import { login } from '#core/contract/account/session.ts';
import type { Caller } from '#server/platform/turns.ts';
import { callerFrom, hashing } from '#server/services/access/credentials/passwords.ts';
import { password } from '#tests/support/in-process.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

test('a caller who finds the queue for hashing full is refused at once, and none of their attempts is used up', async () => {
  const who = await kopa.person();
  const gone = Promise.withResolvers<void>();
  const crowd: Promise<void>[] = [];
  // From the address that this test calls from, and by those who are signed in.
  const lines: readonly Caller[] = [
    callerFrom('127.0.0.1'),
    callerFrom('127.0.0.1', true),
    { name: 'signed in', first: true },
  ];
  for (const caller of lines) {
    while (!hashing.isFull(caller)) crowd.push(hashing.run(() => gone.promise, caller));
  }
  const newPassword = 'Other-demo-2026!';
  const newcomer = {
    ...{ email: 'new@example.test', password: newPassword, otp: '123456', device_info: 'test' },
    ...{ country_code: 'AU', currency_code: 'AUD', is_eu: false, ip: '', dob: '1990-01-01' },
    ...{ first_name: 'Jo', last_name: 'Wren' },
  };
  const { api } = kopa;
  for (let i = 0; i < 8; i++) {
    expect(await api.call(login, { email: who.email, password: 'wrong' })).toMatchObject({
      status: 429,
      refusal: { code: 'TOO_MANY', retryAfter: 5 },
    });
  }
  const replies = [
    await api.call(createUser, newcomer),
    await api.call(verifyOtpAndUpdatePassword, {
      email: who.email,
      otp: '123456',
      password: newPassword,
    }),
    await who.call(changePassword, { oldPassword: password, newPassword }),
  ];
  for (const reply of replies) expect(reply).toMatchObject({ refusal: { code: 'TOO_MANY' } });
  gone.resolve();
  await Promise.all(crowd);
  expect(await api.call(login, { email: who.email, password })).toMatchObject({ ok: true });
});

test('HARD-38 a network that floods the sign-in keeps out nobody but itself', async () => {
  const { email } = await kopa.person();
  const gone = Promise.withResolvers<void>();
  const flood = callerFrom('2001:db8:1::1');
  const crowd: Promise<void>[] = [];
  while (!hashing.isFull(flood)) crowd.push(hashing.run(() => gone.promise, flood));
  const theirs = kopa.api.call(login, { email, password });
  gone.resolve();
  expect(await theirs).toMatchObject({ ok: true });
  await Promise.all(crowd);
});
