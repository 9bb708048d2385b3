import { expect, test } from 'vitest';
import { createUser, sendEmailOtp } from '#core/contract/account/registration.ts';
import { login } from '#core/contract/account/session.ts';
import { REGION_CLOSED } from '#core/people/validation.ts';
import { ApiClient, newKey } from '#tests/support/api-client.ts';
import { password } from '#tests/support/in-process.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

let count = 0;
const newEmail = (): string => `r${++count}@kopa.test`;
const codeFor = async (email: string): Promise<string> => {
  await kopa.api.must(sendEmailOtp, { email });
  return kopa.sandbox.code(email);
};
const payload = (email: string, otp: string, more: object = {}) => ({
  email,
  password,
  otp,
  device_info: 'test',
  country_code: 'AU',
  currency_code: 'AUD',
  is_eu: false,
  ip: '127.0.0.1',
  first_name: 'Jo',
  last_name: 'Bloggs',
  dob: '1990-01-01',
  ...more,
});
const from = (country: string) => {
  const xsrf = newKey();
  return { headers: { cookie: `XSRF-TOKEN=${xsrf}; country=${country}`, 'x-xsrf-token': xsrf } };
};

test('AUTH-12 AUTH-14 a mailed code opens an account that can sign in', async () => {
  const email = newEmail();
  const sent = await kopa.api.must(sendEmailOtp, { email: ` ${email.toUpperCase()} ` });
  expect(sent.message).toBe('OTP sent to your email');
  const [mail] = await kopa.sandbox.inbox(email);
  expect(mail?.code).toMatch(/^\d{6}$/);
  expect(mail?.text).toContain(mail?.code);
  const created = await kopa.api.must(createUser, payload(email, mail?.code ?? ''));
  expect(created.message).toBe('Account created successfully!');
  const { user } = await kopa.api.must(login, { email, password });
  expect(user).toMatchObject({ email, first_name: 'Jo', currency_code: 'AUD', role: 'user' });
});

test('EYE-07 a new account is mailed, once, however often its creation is sent', async () => {
  const email = newEmail();
  const code = await codeFor(email);
  await kopa.api.must(createUser, payload(email, code));
  await kopa.api.call(createUser, payload(email, code));
  const told = (await kopa.sandbox.inbox(email)).filter(
    ({ subject }) => subject === 'Your Kopa account is there',
  );
  expect(told).toHaveLength(1);
  // No code and no link: nothing in it opens the account.
  expect(told[0]?.code).toBeNull();
  expect(told[0]?.text).not.toContain('http');
});

test('KEEP-06 whoever registers is to be screened, from the same transaction on', async () => {
  const email = newEmail();
  await kopa.api.must(createUser, payload(email, await codeFor(email)));
  const screened = await kopa.db
    .selectFrom('screenings')
    .innerJoin('users', 'users.id', 'screenings.reference')
    .select(['subject', 'screenings.state'])
    .where('users.email', '=', email)
    .execute();
  expect(screened).toEqual([{ subject: 'customer', state: 'asked' }]);
});

test('AUTH-11 registration is open for AUD and EUR only, depending on where the caller is', async () => {
  const outside = newEmail();
  const otp = await codeFor(outside);
  const refused = await kopa.api.call(createUser, payload(outside, otp), from('US'));
  expect(refused).toMatchObject({
    status: 422,
    refusal: { code: 'REGION_CLOSED', message: REGION_CLOSED },
  });
  // The page's own claim about its place does not open the gate.
  const claimed = payload(outside, otp, { country_code: 'LT', currency_code: 'EUR', is_eu: true });
  expect(await kopa.api.call(createUser, claimed, from('GB'))).toMatchObject({ ok: false });
  const inside = newEmail();
  await kopa.api.must(createUser, payload(inside, await codeFor(inside)), from('LT'));
  const here = { email: inside, password, device_id: kopa.api.device };
  const { user } = await kopa.api.must(login, here);
  expect(user).toMatchObject({ currency_code: 'EUR', country_code: 'LT' });
});

test('HARD-37 eighteen is reached on the day it is in the customer’s country', async () => {
  const { clock } = kopa.deps;
  const dayIn = (timeZone: string): string =>
    new Date(clock.now()).toLocaleDateString('sv-SE', { timeZone });
  const sydney = (): string => dayIn('Australia/Sydney');
  // An hour at which Sydney is a day ahead of Vilnius; who is born on the 29th has no birthday then.
  while (sydney() === dayIn('Europe/Vilnius') || sydney().endsWith('-29')) clock.advance(3_600_000);
  const dob = `${Number(sydney().slice(0, 4)) - 18}${sydney().slice(4)}`;
  const email = newEmail();
  const given = payload(email, await codeFor(email), { dob });
  expect(await kopa.api.call(createUser, given, from('LT'))).toMatchObject({
    refusal: { message: 'You must be 18 or older to create an account' },
  });
  expect(await kopa.api.call(createUser, given, from('AU'))).toMatchObject({ ok: true });
});

test('AUTH-05 AUTH-06 AUTH-07 AUTH-09 the server checks what the page checks', async () => {
  const email = newEmail();
  const otp = await codeFor(email);
  const refusalOf = async (more: object) => {
    const reply = await kopa.api.call(createUser, payload(email, otp, more));
    return reply.ok ? 'created' : reply.refusal.message;
  };
  expect(await refusalOf({ first_name: ' A ' })).toBe(
    'First name must be between 2 and 50 characters',
  );
  expect(await refusalOf({ last_name: '' })).toBe('Last name is required');
  expect(await refusalOf({ password: 'password' })).toContain('at least 8 characters long');
  expect(await refusalOf({ dob: '1990-02-30' })).toContain('valid date');
  expect(await refusalOf({ dob: '2015-01-01' })).toBe(
    'You must be 18 or older to create an account',
  );
  const bad = await kopa.api.call(sendEmailOtp, { email: 'not an email' });
  expect(bad).toMatchObject({ refusal: { message: 'Please enter a valid email address' } });
  // None of these refusals used up the code.
  expect(await refusalOf({})).toBe('created');
});

test('AUTH-12 of fifty wrong codes at once exactly five are checked', async () => {
  const email = newEmail();
  const otp = await codeFor(email);
  const wrong = otp === '000000' ? '000001' : '000000';
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => kopa.api.call(createUser, payload(email, wrong))),
  );
  expect(new Set(replies.map((reply) => (reply.ok ? 'ok' : reply.refusal.code)))).toEqual(
    new Set(['INVALID_CODE']),
  );
  const row = await kopa.db
    .selectFrom('email_codes')
    .select('tries')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  expect(row.tries).toBe(5);
  const late = await kopa.api.call(createUser, payload(email, otp));
  expect(late).toMatchObject({ status: 422, refusal: { code: 'INVALID_CODE' } });
});

test('AUTH-12 one right code in twenty requests at once opens one account', async () => {
  const email = newEmail();
  const otp = await codeFor(email);
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => kopa.api.call(createUser, payload(email, otp))),
  );
  expect(replies.filter((reply) => reply.ok)).toHaveLength(1);
  const users = await kopa.db.selectFrom('users').select('id').where('email', '=', email).execute();
  expect(users).toHaveLength(1);
});

test('a code is valid for one address and for ten minutes', async () => {
  const [mine, other] = [newEmail(), newEmail()];
  const otp = await codeFor(mine);
  await codeFor(other);
  const misused = await kopa.api.call(createUser, payload(other, otp));
  expect(misused).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
  kopa.clock.advance(10 * 60_000 + 1000);
  const late = await kopa.api.call(createUser, payload(mine, otp));
  expect(late).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
});

test('BEY-21 a customer who asks again too soon is told how long to wait; a new code voids the old one', async () => {
  const email = newEmail();
  const first = await codeFor(email);
  const soon = await kopa.api.call(sendEmailOtp, { email });
  expect(soon).toMatchObject({ status: 429, refusal: { code: 'TOO_MANY' } });
  expect(soon.ok ? 0 : soon.refusal.retryAfter).toBeGreaterThan(0);
  expect(soon.ok ? 99 : soon.refusal.retryAfter).toBeLessThanOrEqual(30);
  kopa.clock.advance(31_000);
  const second = await codeFor(email);
  const old = await kopa.api.call(createUser, payload(email, first));
  if (first !== second) expect(old).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
});

test('codes for one address are limited to ten a day', async () => {
  const email = newEmail();
  for (let i = 0; i < 10; i += 1) {
    await kopa.api.must(sendEmailOtp, { email });
    kopa.clock.advance(31_000);
  }
  const eleventh = await kopa.api.call(sendEmailOtp, { email });
  expect(eleventh.ok ? 0 : eleventh.refusal.retryAfter).toBeGreaterThan(3600);
  kopa.clock.advance(24 * 3_600_000);
  expect(await kopa.api.call(sendEmailOtp, { email })).toMatchObject({ ok: true });
});

test('whether an e-mail address has an account shows in its mailbox only', async () => {
  const { email: taken } = await kopa.person();
  const free = newEmail();
  const answers = [];
  for (const email of [taken, free]) answers.push(await kopa.api.call(sendEmailOtp, { email }));
  expect(answers[0]).toEqual(answers[1]);
  expect((await kopa.sandbox.inbox(taken))[0]).toMatchObject({ code: null });
  expect((await kopa.sandbox.inbox(taken))[0]?.text).toContain('You already have one');
  const resets = [];
  for (const email of [taken, 'nobody-at-all@kopa.test']) {
    resets.push(await kopa.api.call(sendEmailOtp, { email, type: 2 }));
  }
  expect(resets[0]).toEqual(resets[1]);
  expect(await kopa.sandbox.inbox('nobody-at-all@kopa.test')).toEqual([]);
});

test('an e-mail address that got an account meanwhile is refused', async () => {
  const email = newEmail();
  const otp = await codeFor(email);
  const { email: other } = await kopa.person();
  await kopa.db.updateTable('users').set({ email }).where('email', '=', other).execute();
  const reply = await kopa.api.call(createUser, payload(email, otp));
  expect(reply).toMatchObject({ status: 422, refusal: { code: 'EMAIL_TAKEN' } });
});

/** How many sessions an address has, and whether somebody with this password could open one now. */
const standing = async (email: string, typed: string) => {
  const { length: open } = await kopa.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('users.email', '=', email)
    .select('sessions.id')
    .execute();
  const tried = await kopa.api.call(login, { email, password: typed });
  return { open, signsIn: tried.ok ? 'signed in' : tried.refusal.code };
};
const typed = 'Typed-at-sign-up-2026!';

test('EYE-06 a code alone opens no session, whatever becomes of it: the page signs in as everybody does', async () => {
  const nobody = { open: 0, signsIn: 'INVALID_CREDENTIALS' };
  const refused = async (email: string, otp: string, api = kopa.api) => {
    const reply = await api.call(createUser, payload(email, otp, { password: typed }));
    // Not even a right one is answered with a session.
    expect(JSON.stringify(reply)).not.toMatch(/[tT]oken/);
    return reply.ok ? 'created' : reply.refusal.code;
  };

  const wrong = newEmail();
  const right = await codeFor(wrong);
  expect(await refused(wrong, right === '000000' ? '000001' : '000000')).toBe('INVALID_CODE');
  expect(await standing(wrong, typed)).toEqual(nobody);

  const elsewhere = newEmail();
  const otherBrowser = new ApiClient(kopa.url);
  expect(await refused(elsewhere, await codeFor(elsewhere), otherBrowser)).toBe('INVALID_CODE');
  expect(await standing(elsewhere, typed)).toEqual(nobody);

  const used = newEmail();
  const code = await codeFor(used);
  expect(await refused(used, code)).toBe('created');
  expect(await refused(used, code)).toBe('INVALID_CODE');
  expect(await standing(used, typed)).toEqual({ open: 0, signsIn: 'signed in' });

  // Somebody else proves the mailbox of an account that is there: its password stays, and theirs opens nothing.
  const owner = await kopa.person();
  await kopa.api.must(sendEmailOtp, { email: owner.email });
  const [mail] = await kopa.sandbox.inbox(owner.email);
  const otp = mail?.code ?? '123456';
  const sessionsBefore = (await standing(owner.email, 'Not-the-password-1!')).open;
  expect(['EMAIL_TAKEN', 'INVALID_CODE']).toContain(await refused(owner.email, otp));
  expect(await standing(owner.email, typed)).toEqual({
    open: sessionsBefore,
    signsIn: 'INVALID_CREDENTIALS',
  });
  expect((await standing(owner.email, password)).signsIn).toBe('signed in');

  // A frozen one stays frozen, for its owner's password too.
  await kopa.db
    .updateTable('users')
    .set({ withdrawals_frozen: true })
    .where('id', '=', owner.id)
    .execute();
  expect((await standing(owner.email, password)).signsIn).toBe('ACCOUNT_FROZEN');

  const late = newEmail();
  const expired = await codeFor(late);
  kopa.clock.advance(11 * 60_000);
  expect(await refused(late, expired)).toBe('INVALID_CODE');
  expect(await standing(late, typed)).toEqual(nobody);
});

test('EYE-06 twenty presses at once make one account, and each sign-in that follows is one of its own', async () => {
  const email = newEmail();
  const otp = await codeFor(email);
  const press = async () => {
    const made = await kopa.api.call(createUser, payload(email, otp, { password: typed }));
    return made.ok ? kopa.api.call(login, { email, password: typed }) : made;
  };
  const all = await Promise.all(Array.from({ length: 20 }, press));
  expect(all.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await standing(email, typed)).open).toBe(1);
});
