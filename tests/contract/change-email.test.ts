import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import {
  changePassword,
  confirmEmailChange,
  deleteAccount,
  enableTwoFactor,
  generateTwoFactorSecret,
  requestEmailChange,
} from '#core/contract/account/account.ts';
import { otpTypes, sendEmailOtp } from '#core/contract/account/registration.ts';
import { getSecurity } from '#core/contract/account/security.ts';
import { login } from '#core/contract/account/session.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { openSession } from '#server/services/access/sessions/sessions.ts';
import { completeEmailChange } from '#server/services/customers/account/change-email.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { Credential } from '#tests/support/api-client.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld({ env: { PUBLIC_URL: 'https://app.example' } });

const fresh = (): string => `new-${randomBytes(6).toString('hex')}@kopa.test`;
const ask = (who: Member, email: string, more: object = {}) =>
  who.call(requestEmailChange, { email, password, ...more });
const confirm = (who: Member, email: string, code: string) =>
  who.call(confirmEmailChange, { email, code });
const signsIn = async (email: string): Promise<boolean> =>
  (await kopa.api.call(login, { email, password })).ok;
const alive = async (credential: Credential): Promise<boolean> =>
  (await kopa.api.call(getWalletList, {}, { credential })).ok;
const emailOf = async ({ id }: Member): Promise<string> =>
  (await kopa.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow())
    .email;
const linkIn = (text = ''): string =>
  text.match(/https:\/\/app\.example\/not-me\?(token=[\w-]{43})/)?.[1] ?? '';
const press = async (body: string): Promise<number> =>
  (
    await fetch(`${kopa.url}/not-me`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
  ).status;

/** Moves an account to a new address and gives that back. */
async function moved(who: Member): Promise<string> {
  const email = fresh();
  expect(await ask(who, email)).toMatchObject({ ok: true });
  expect(await confirm(who, email, await kopa.sandbox.code(email))).toMatchObject({ ok: true });
  return email;
}

test('BEY-14 an account moves to a new address with its password and the code sent there', async () => {
  const who = await kopa.person();
  const other = await inTransaction(kopa.db, (tx) =>
    openSession(kopa.deps, tx, who.id, { info: 'other', place: '' }),
  );
  const email = await moved(who);
  expect(await emailOf(who)).toBe(email);
  expect([await signsIn(who.email), await signsIn(email)]).toEqual([false, true]);
  // This device stays signed in, every other one is signed out.
  expect(await alive(who.credential)).toBe(true);
  expect(await alive(other)).toBe(false);
  const { data } = await who.must(getSecurity, {});
  expect(data.withdrawalHold?.reason).toBe('email');
  const held = Date.parse(data.withdrawalHold?.until ?? '') - kopa.clock.now();
  expect(Math.round(held / 3_600_000)).toBe(24);
  const [toOld] = await kopa.sandbox.inbox(who.email);
  expect(toOld?.subject).toBe('Your email address was changed');
  expect(toOld?.text).not.toContain(email);
  const [toNew] = await kopa.sandbox.inbox(email);
  expect(toNew?.text).toContain('This is now the email address of your account.');
  expect([linkIn(toOld?.text), linkIn(toNew?.text)].every((link) => link !== '')).toBe(true);
  // The code was good once.
  expect(await confirm(who, email, '000000')).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
});

test('BEY-14 without the right password, or with an address that is none or their own, no code is sent', async () => {
  const who = await kopa.person();
  const email = fresh();
  expect(await ask(who, email, { password: 'Wrong-2026!' })).toMatchObject({
    refusal: { code: 'INVALID_CREDENTIALS', message: 'Current password is incorrect' },
  });
  expect(await ask(who, 'nobody')).toMatchObject({
    refusal: { code: 'INVALID_INPUT', message: 'Please enter a valid email address' },
  });
  expect(await ask(who, ` ${who.email.toUpperCase()} `)).toMatchObject({
    refusal: { code: 'INVALID_INPUT', message: 'This is already your email address.' },
  });
  expect(await kopa.sandbox.inbox(email)).toEqual([]);
  expect(await kopa.sandbox.inbox(who.email)).toEqual([]);
});

test('BEY-14 ten questions for a code an hour, so that a password is not guessed by them', async () => {
  const who = await kopa.person();
  for (let attempt = 0; attempt < 10; attempt++) {
    await ask(who, fresh(), { password: `Wrong-${attempt}!` });
  }
  expect(await ask(who, fresh())).toMatchObject({ status: 429 });
});

test('BEY-14 only the code that this account asked for, at this address, within ten minutes, moves it', async () => {
  const [who, stranger] = [await kopa.person(), await kopa.person()];
  const [email, another] = [fresh(), fresh()];
  expect(await ask(who, email)).toMatchObject({ ok: true });
  const code = await kopa.sandbox.code(email);
  const wrong = { status: 422, refusal: { code: 'INVALID_CODE' } };
  // Not an account that never asked, not another address, not a code for something else.
  expect(await confirm(stranger, email, code)).toMatchObject(wrong);
  expect(await confirm(who, another, code)).toMatchObject(wrong);
  await kopa.api.must(sendEmailOtp, { email, type: otpTypes.proveEmail });
  const proving = await kopa.sandbox.code(email);
  if (proving !== code) expect(await confirm(who, email, proving)).toMatchObject(wrong);
  kopa.clock.advance(10 * 60_000 + 1);
  expect(await confirm(who, email, code)).toMatchObject(wrong);
  expect(await emailOf(who)).toBe(who.email);
});

test('BEY-14 a code is guessed at five times at most', async () => {
  const who = await kopa.person();
  const email = fresh();
  await ask(who, email);
  const code = await kopa.sandbox.code(email);
  const other = code === '111111' ? '222222' : '111111';
  await Promise.all(Array.from({ length: 5 }, () => confirm(who, email, other)));
  expect(await confirm(who, email, code)).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
  expect(await emailOf(who)).toBe(who.email);
});

test('BEY-14 an address that has an account answers like any other, and stays with its own', async () => {
  const [who, holder] = [await kopa.person(), await kopa.person()];
  expect(await ask(who, holder.email)).toMatchObject({ ok: true });
  const [mail] = await kopa.sandbox.inbox(holder.email);
  expect(mail?.subject).toMatch(/^You already have/);
  expect(mail?.code ?? null).toBeNull();
  // Whoever registers with it between the code and its use keeps it, too.
  const email = fresh();
  await ask(who, email);
  await kopa.db.updateTable('users').set({ email }).where('id', '=', holder.id).execute();
  expect(await confirm(who, email, await kopa.sandbox.code(email))).toMatchObject({
    refusal: { code: 'EMAIL_TAKEN' },
  });
  expect(await emailOf(who)).toBe(who.email);
});

test('BEY-10 BEY-14 with 2FA on, its code is asked for, too, and is good once', async () => {
  const who = await kopa.person();
  const own = { credential: who.credential };
  const { base32 } = (await kopa.api.must(generateTwoFactorSecret, {}, own)).data;
  const { clock } = kopa.deps;
  const totp = () => new TOTP({ secret: base32 }).generate({ timestamp: clock.now() });
  const nextStep = () => clock.advance(30_000 - (clock.now() % 30_000) + 500);
  nextStep();
  await kopa.api.must(enableTwoFactor, { security_key: base32, otp: totp(), password }, own);
  nextStep();
  const email = fresh();
  expect(await ask(who, email)).toMatchObject({ refusal: { code: 'SECOND_FACTOR_REQUIRED' } });
  expect(await ask(who, email, { otp: '000000' })).toMatchObject({
    refusal: { code: 'INVALID_CODE' },
  });
  const otp = totp();
  // A wrong password uses up no code.
  expect(await ask(who, email, { otp, password: 'Wrong-2026!' })).toMatchObject({
    refusal: { code: 'INVALID_CREDENTIALS' },
  });
  expect(await ask(who, email, { otp })).toMatchObject({ ok: true });
  expect(await ask(who, fresh(), { otp })).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
  expect(await confirm(who, email, await kopa.sandbox.code(email))).toMatchObject({ ok: true });
});

test('BEY-13 BEY-14 the link of the mail to the former address brings that back and freezes withdrawals', async () => {
  const who = await kopa.person();
  const email = await moved(who);
  const later = await inTransaction(kopa.db, (tx) =>
    openSession(kopa.deps, tx, who.id, { info: 'thief', place: '' }),
  );
  const further = fresh();
  await ask(who.with({ credential: later }), further);
  const [toOld] = await kopa.sandbox.inbox(who.email);
  expect(await press(linkIn(toOld?.text))).toBe(200);
  expect(await emailOf(who)).toBe(who.email);
  expect([await signsIn(who.email), await signsIn(email)]).toEqual([false, false]);
  expect([await alive(who.credential), await alive(later)]).toEqual([false, false]);
  expect((await kopa.sandbox.inbox(who.email))[0]?.subject).toBe('Your account is frozen');
  expect((await kopa.sandbox.inbox(email))[0]?.subject).toBe('Your email address was changed back');
  // Whoever knows the password cannot take it away again: nobody signs in before it is reset.
  expect(await kopa.api.call(login, { email: who.email, password })).toMatchObject({
    refusal: { code: 'ACCOUNT_FROZEN' },
  });
  const late = who.with({ credential: later });
  expect(await confirm(late, further, await kopa.sandbox.code(further))).toMatchObject({
    ok: false,
  });
  expect(await emailOf(who)).toBe(who.email);
});

test('BEY-13 a link that was mailed before the change brings the address back as well', async () => {
  const who = await kopa.person();
  await who.must(changePassword, { oldPassword: password, newPassword: 'Other-demo-2026!' });
  const [before] = await kopa.sandbox.inbox(who.email);
  const [first, second] = [fresh(), fresh()];
  for (const email of [first, second]) {
    expect(await ask(who, email, { password: 'Other-demo-2026!' })).toMatchObject({ ok: true });
    expect(await confirm(who, email, await kopa.sandbox.code(email))).toMatchObject({ ok: true });
  }
  expect(await emailOf(who)).toBe(second);
  expect(await press(linkIn(before?.text))).toBe(200);
  expect(await emailOf(who)).toBe(who.email);
  expect((await kopa.sandbox.inbox(who.email))[0]?.subject).toBe('Your account is frozen');
});

test('BEY-13 the former address is not brought back where somebody else has it by now', async () => {
  const [who, next] = [await kopa.person(), await kopa.person()];
  const email = await moved(who);
  const [toOld] = await kopa.sandbox.inbox(who.email);
  await kopa.db.updateTable('users').set({ email: who.email }).where('id', '=', next.id).execute();
  expect(await press(linkIn(toOld?.text))).toBe(200);
  // Whoever has the new address may be who is reported: it resets nothing any more.
  expect([await emailOf(who), await emailOf(next)]).toEqual([
    `${who.id}@frozen.invalid`,
    who.email,
  ]);
  expect((await kopa.sandbox.inbox(email))[0]?.subject).not.toBe('Your account is frozen');
  // Once the address is free, the link of the mail about it gives it back.
  await next.must(deleteAccount, { password });
  const mail = (await kopa.sandbox.inbox(who.email)).find(({ text }) =>
    text.includes('Delete that one'),
  );
  expect(await press(linkIn(mail?.text))).toBe(200);
  expect(await emailOf(who)).toBe(who.email);
});

test('BEY-12 a change that was under way when its session was ended changes nothing', async () => {
  const who = await kopa.person();
  const email = fresh();
  await ask(who, email);
  const ended = {
    userId: who.id,
    sessionId: 'ended',
    device: kopa.api.device,
    operation: undefined,
  };
  const code = await kopa.sandbox.code(email);
  expect(await completeEmailChange(kopa.deps, ended, { email, code })).toMatchObject({
    kind: 'refused',
  });
  expect(await emailOf(who)).toBe(who.email);
});

test('SEC-05 a deleted account leaves no address that it was to have', async () => {
  const who = await kopa.person();
  await ask(who, fresh());
  await who.must(deleteAccount, { password });
  const left = kopa.db.selectFrom('email_changes').select('email');
  expect(await left.where('user_id', '=', who.id).execute()).toEqual([]);
});

test('an administrator’s address is the operator’s to change', async () => {
  const who = await kopa.person({ role: 'admin' });
  expect(await ask(who, fresh())).toMatchObject({ status: 403 });
});
