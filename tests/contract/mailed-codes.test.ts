import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { confirmEmailChange, requestEmailChange } from '#core/contract/account/account.ts';
import {
  createUser,
  otpTypes,
  sendEmailOtp,
  verifyOtpAndUpdatePassword,
} from '#core/contract/account/registration.ts';
import { getSecurity } from '#core/contract/account/security.ts';
import { login } from '#core/contract/account/session.ts';
import type { AnyEndpoint } from '#core/contract/endpoint.ts';
import { getAttemptOutcome } from '#core/contract/operation.ts';
import { sweep } from '#server/platform/sweep.ts';
import { ApiClient, newKey } from '#tests/support/api-client.ts';
import { password } from '#tests/support/in-process.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld({ env: { ALARM_WRONG_CODES: '12' } });

const NEW_PASSWORD = 'Other-demo-2026!';
const fresh = (): string => `m${randomBytes(6).toString('hex')}@kopa.test`;
/** Another browser, with a random number of its own. */
const browser = (): ApiClient => new ApiClient(kopa.url);
const later = (seconds: number): void => kopa.clock.advance(seconds * 1_000);
const other = (code: string): string => (code.startsWith('1') ? '2' : '1') + code.slice(1);

const form = (email: string, otp: string) => ({
  ...{ email, password, otp, device_info: 'test', country_code: 'AU', currency_code: 'AUD' },
  ...{ is_eu: false, ip: '127.0.0.1', first_name: 'Jo', last_name: 'Bloggs', dob: '1990-01-01' },
});
const ask = (api: ApiClient, email: string, type: 1 | 2 = 1) =>
  api.call(sendEmailOtp, { email, type });
const create = (api: ApiClient, email: string, otp: string) =>
  api.call(createUser, form(email, otp));
const reset = (api: ApiClient, email: string, otp: string) =>
  api.call(verifyOtpAndUpdatePassword, { email, otp, password: NEW_PASSWORD });

const refusal = (message: string, codeCounts: boolean) => ({
  status: 422,
  refusal: { code: 'INVALID_CODE', message, codeCounts },
});
const NONE =
  'Invalid code. No code was asked for in this browser, and a code counts only where it was asked for.';

test('HARD-61 a mailed code counts with whatever was copied along, and what cannot be a code costs no try', async () => {
  const [api, email] = [browser(), fresh()];
  await ask(api, email);
  const code = await kopa.sandbox.code(email);
  for (const none of ['123', 'abcdef', '123-4', '1234567', '……']) {
    expect(await create(api, email, none)).toMatchObject({
      refusal: { message: expect.stringContaining('You have 5 tries left.') },
    });
  }
  const [first, second] = [code.slice(0, 3), code.slice(3)];
  expect(await create(api, email, `\u200e${first}\u2013${second}`)).toMatchObject({ ok: true });

  const arabic = fresh();
  later(31);
  await ask(api, arabic);
  const digits = [...(await kopa.sandbox.code(arabic))].map((digit) =>
    String.fromCodePoint(0x660 + Number(digit)),
  );
  expect(await create(api, arabic, digits.join(''))).toMatchObject({ ok: true });
});

test('HARD-24 a refused code says why: wrong with the tries left, used up, run out, or used', async () => {
  const [api, email] = [browser(), fresh()];
  await ask(api, email);
  const code = await kopa.sandbox.code(email);
  const wrong = 'Invalid code. It is not the code of our newest email.';
  for (const left of [4, 3, 2]) {
    expect(await create(api, email, other(code))).toMatchObject(
      refusal(`${wrong} You have ${left} tries left.`, true),
    );
  }
  expect(await create(api, email, other(code))).toMatchObject(
    refusal(`${wrong} You have 1 try left.`, true),
  );
  expect(await create(api, email, other(code))).toMatchObject(
    refusal(`${wrong} That was the last try: ask for a new code.`, false),
  );
  expect(await create(api, email, code)).toMatchObject(
    refusal(
      'Invalid code. The code is used up: it was typed wrong 5 times. Ask for a new one.',
      false,
    ),
  );
  later(31);
  await ask(api, email);
  const second = await kopa.sandbox.code(email);
  later(10 * 60 + 1);
  expect(await create(api, email, second)).toMatchObject(
    refusal(
      'Invalid code. The code has run out: it is good for 10 minutes. Ask for a new one.',
      false,
    ),
  );
  await ask(api, email);
  const third = await kopa.sandbox.code(email);
  expect(await create(api, email, third)).toMatchObject({ ok: true });
  expect(await create(api, email, third)).toMatchObject(
    refusal('Invalid code. The code was used before. Your account is there: sign in.', false),
  );
});

test('HARD-24 why a code is refused does not tell whether an address has an account', async () => {
  const { email: taken } = await kopa.person();
  const answersFor = async (email: string) => {
    const api = browser();
    const answers: unknown[] = [await reset(api, email, '00000000'), await ask(api, email, 2)];
    for (let i = 0; i < 6; i++) answers.push(await reset(api, email, '00000000'));
    later(31);
    answers.push(await ask(api, email, 2), await ask(api, email, 2));
    later(601);
    answers.push(await reset(api, email, '00000000'));
    return answers;
  };
  expect(await answersFor(taken)).toEqual(await answersFor(fresh()));
});

test('HARD-24 a code counts only in the browser that asked for it, and another one is told so', async () => {
  const [mine, other, email] = [browser(), browser(), fresh()];
  await ask(mine, email);
  const code = await kopa.sandbox.code(email);
  expect(await create(other, email, code)).toMatchObject(refusal(NONE, false));
  later(31);
  await ask(other, email);
  expect(await create(other, email, code)).toMatchObject(
    refusal(
      'Invalid code. This code was asked for in another browser and counts only there. You have 4 tries left.',
      true,
    ),
  );
  // What the other one asked for and tried took nothing from the first.
  expect(await create(mine, email, code)).toMatchObject({ ok: true });
});

test('HARD-24 guesses at foreign accounts are hopeless: a code that resets a password has eight digits', async () => {
  const { email } = await kopa.person();
  await ask(browser(), email, 2);
  expect(await kopa.sandbox.code(email)).toMatch(/^\d{8}$/);
});

test('HARD-24 an unusual number of wrong codes over all accounts is told the operator, once in ten minutes', async () => {
  later(601);
  const alarms = () => kopa.log.filter((line) => line.includes('unusually many wrong codes'));
  const before = alarms().length;
  const guess = async (times: number) => {
    for (let i = 0; i < times; i++) await create(browser(), fresh(), '000000');
  };
  await guess(11);
  expect(alarms()).toHaveLength(before);
  await guess(14);
  expect(alarms()).toHaveLength(before + 1);
  expect(JSON.parse(alarms().at(-1) ?? '')).toMatchObject({ level: 'error', count: 12 });
  expect(alarms().at(-1)).not.toContain('@');
  later(601);
  await guess(12);
  expect(alarms()).toHaveLength(before + 2);
});

test('HARD-42 strangers cannot use up an owner’s codes, which are asked for at a device of theirs', async () => {
  const { email } = await kopa.person();
  const [mine, stranger] = [browser(), browser()];
  await mine.must(login, { email, password, device_id: mine.device });
  for (let i = 0; i < 10; i++) {
    expect(await ask(stranger, email, 2)).toMatchObject({ ok: true });
    later(31);
  }
  const refused = await ask(stranger, email, 2);
  expect(refused).toMatchObject({ status: 429, refusal: { codeCounts: true } });
  expect(refused.ok ? '' : refused.refusal.message).toMatch(/Try again in 24 hours\.$/);
  // Nor may any other stranger ask.
  expect(await ask(browser(), email, 2)).toMatchObject({
    status: 429,
    refusal: { codeCounts: false },
  });
  // Those of the strangers are out of the way.
  await kopa.sandbox.inbox(email);
  expect(await ask(mine, email, 2)).toMatchObject({ ok: true });
  const code = await kopa.sandbox.code(email);
  later(5);
  await reset(stranger, email, '00000000');
  expect(await reset(mine, email, code)).toMatchObject({ ok: true });
  await kopa.api.signIn(email, NEW_PASSWORD);
});

test('HARD-42 a device that is known to another account is a stranger here', async () => {
  const [one, two] = [await kopa.person(), await kopa.person()];
  const mine = browser();
  await mine.must(login, { email: one.email, password, device_id: mine.device });
  await ask(browser(), two.email, 2);
  expect(await ask(mine, two.email, 2)).toMatchObject({ status: 429 });
  await ask(browser(), one.email, 2);
  expect(await ask(mine, one.email, 2)).toMatchObject({ ok: true });
});

test('HARD-42 whoever asks too soon hears whether the code they were sent still counts', async () => {
  const [mine, email] = [browser(), fresh()];
  await ask(mine, email);
  expect(await ask(mine, email)).toMatchObject({ status: 429, refusal: { codeCounts: true } });
  expect(await ask(browser(), email)).toMatchObject({
    status: 429,
    refusal: { codeCounts: false },
  });
  for (let i = 0; i < 5; i++) await create(mine, email, '000000');
  expect(await ask(mine, email)).toMatchObject({ status: 429, refusal: { codeCounts: false } });
});

const outcome = async (api: ApiClient, { path: operation }: AnyEndpoint, idempotencyKey: string) =>
  (await api.must(getAttemptOutcome, { operation, idempotencyKey })).data;

test('HARD-42 a browser whose answer was lost hears what became of a code, an account and a reset', async () => {
  const [api, email] = [browser(), fresh()];
  const keys = { sent: newKey(), created: newKey(), reset: newKey() };
  const request = { email, type: otpTypes.proveEmail };
  await api.must(sendEmailOtp, request, { idempotencyKey: keys.sent });
  expect(await outcome(api, sendEmailOtp, keys.sent)).toMatchObject({
    outcome: 'done',
    answer: { message: 'OTP sent to your email' },
  });
  // The same again is the same answer, and no second mail.
  await api.must(sendEmailOtp, request, { idempotencyKey: keys.sent });
  expect(await kopa.sandbox.inbox(email)).toHaveLength(1);

  const code = await kopa.sandbox.code(email);
  const wanted = form(email, code);
  // A wrong code leaves the key unused: the next press may have the right one.
  await api.call(createUser, form(email, other(code)), { idempotencyKey: keys.created });
  await api.must(createUser, wanted, { idempotencyKey: keys.created });
  expect(await outcome(api, createUser, keys.created)).toMatchObject({
    outcome: 'done',
    answer: { message: 'Account created successfully!' },
  });
  const again = await api.must(createUser, wanted, { idempotencyKey: keys.created });
  expect(again.message).toBe('Account created successfully!');

  await api.must(sendEmailOtp, { email, type: otpTypes.resetPassword });
  const otp = await kopa.sandbox.code(email);
  const changed = { email, otp, password: NEW_PASSWORD };
  await api.must(verifyOtpAndUpdatePassword, changed, { idempotencyKey: keys.reset });
  await api.must(verifyOtpAndUpdatePassword, changed, { idempotencyKey: keys.reset });
  expect(await outcome(api, verifyOtpAndUpdatePassword, keys.reset)).toMatchObject({
    outcome: 'done',
  });
  expect(
    (await kopa.sandbox.inbox(email)).filter(({ subject }) => /was reset/.test(subject)),
  ).toHaveLength(1);
});

test('HARD-42 what has not happened never will: the key is closed, for this browser alone', async () => {
  const [api, email] = [browser(), fresh()];
  await ask(api, email);
  const code = await kopa.sandbox.code(email);
  const idempotencyKey = newKey();
  // Another browser with the same key asks about its own.
  expect(await outcome(browser(), createUser, idempotencyKey)).toEqual({ outcome: 'never' });
  await api.must(createUser, form(email, code), { idempotencyKey });
  const closed = newKey();
  const late = fresh();
  await ask(api, late);
  const lateCode = await kopa.sandbox.code(late);
  expect(await outcome(api, createUser, closed)).toEqual({ outcome: 'never' });
  expect(
    await api.call(createUser, form(late, lateCode), { idempotencyKey: closed }),
  ).toMatchObject({ status: 409, refusal: { code: 'KEY_CONFLICT' } });
  expect(await create(api, late, lateCode)).toMatchObject({ ok: true });
});

test('HARD-42 keys of browsers are forgotten after days, and keep neither passwords nor codes', async () => {
  const [api, email] = [browser(), fresh()];
  const idempotencyKey = newKey();
  await api.must(sendEmailOtp, { email }, { idempotencyKey });
  const rows = () =>
    kopa.db
      .selectFrom('browser_operations')
      .selectAll()
      .where('key', '=', idempotencyKey)
      .execute();
  expect(JSON.stringify(await rows())).not.toContain(email);
  later(9 * 24 * 3600);
  await sweep(kopa.deps);
  expect(await rows()).toEqual([]);
});

test('HARD-24 HARD-42 a change of address waits for its code in the browser that asked, and says why one is refused', async () => {
  const who = await kopa.person();
  const [mine, elsewhere, email] = [browser(), browser(), fresh()];
  const own = { credential: who.credential };
  const pending = async (api: ApiClient) => (await api.must(getSecurity, {}, own)).data.emailChange;
  expect(await pending(mine)).toBeNull();
  const asked = { ...own, idempotencyKey: newKey() };
  await mine.must(requestEmailChange, { email, password }, asked);
  expect(await pending(mine)).toMatchObject({ email, until: expect.any(String) });
  expect(await pending(elsewhere)).toBeNull();
  expect(await outcome(mine, requestEmailChange, asked.idempotencyKey)).toMatchObject({
    outcome: 'done',
  });
  const code = await kopa.sandbox.code(email);
  const confirm = (api: ApiClient, typed: string, idempotencyKey = newKey()) =>
    api.call(confirmEmailChange, { email, code: typed }, { ...own, idempotencyKey });
  expect(await confirm(elsewhere, code)).toMatchObject({
    refusal: { message: NONE.replace('Invalid code', 'Invalid verification code') },
  });
  expect(await confirm(mine, other(code))).toMatchObject({
    refusal: {
      message:
        'Invalid verification code. It is not the code of our newest email. You have 4 tries left.',
    },
  });
  const key = newKey();
  expect(await confirm(mine, code, key)).toMatchObject({ ok: true });
  expect(await outcome(mine, confirmEmailChange, key)).toMatchObject({ outcome: 'done' });
  expect(await pending(mine)).toBeNull();
  // Strangers who ask for the same address use up nothing of this account's.
  const [next, rival] = [fresh(), await kopa.person()];
  await browser().must(
    requestEmailChange,
    { email: next, password },
    { credential: rival.credential },
  );
  expect(await mine.call(requestEmailChange, { email: next, password }, own)).toMatchObject({
    ok: true,
  });
});
