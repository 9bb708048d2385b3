import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { enableTwoFactor, generateTwoFactorSecret } from '#core/contract/account/account.ts';
import { login } from '#core/contract/account/session.ts';
import { listCases } from '#core/contract/staff/desk.ts';
import { getMerchantList } from '#core/contract/staff/merchant.ts';
import {
  addAdministrator,
  enrolAdministrator,
  listAdministrators,
  removeAdministrator,
} from '#server/services/staff/admin/administrators.ts';
import { adminCommand } from '#tests/support/admin-command.ts';
import { deposit } from '#tests/support/in-process.ts';
import { sharedWorld } from '#tests/support/world.ts';

const password = 'Strong-enough-1!';
const by = { actor: 'operator test' } as const;

const kopa = sharedWorld();

/** Signs staff in who have no second factor yet, with the operator's code. */
async function signInFirst(email: string) {
  const enrolment = await enrolAdministrator(kopa.deps, email, by);
  if (enrolment.kind !== 'issued') throw new Error(enrolment.kind);
  return kopa.api.logIn({ email, password, otp: enrolment.code });
}

test.each([[[]], [['add']], [['list', 'all']]])(
  'the command only prints its usage for %j',
  async (args) => {
    const ended = await adminCommand(args, { DATA_DIR: '/dev/null/nowhere' });
    expect(ended).toMatchObject({ code: 1 });
    expect(ended.output).toContain('npm run admin -- add EMAIL');
  },
);

test('a customer does not become an administrator', async () => {
  const customer = await kopa.person();
  const who = { email: customer.email.toUpperCase(), password };
  expect(await addAdministrator(kopa.deps, who, by)).toEqual({ kind: 'taken' });
  const attempt = await kopa.api.call(login, { email: customer.email, password });
  expect(attempt).toMatchObject({ ok: false });
  expect(await removeAdministrator(kopa.deps, customer.email, by)).toBe('no-administrator');
  expect(await customer.call(getMerchantList, {})).toMatchObject({ ok: false });
});

test('AUTH-06 AUTH-07 an administrator’s e-mail address and password must pass the usual rules', async () => {
  for (const who of [
    { email: 'nobody', password },
    { email: 'weak@kopa.test', password: '' },
    { email: 'weak@kopa.test', password: 'password' },
  ]) {
    expect(await addAdministrator(kopa.deps, who, by)).toMatchObject({ kind: 'wrong-input' });
  }
  const emails = (await listAdministrators(kopa.db)).map(({ email }) => email);
  expect(emails).not.toContain('weak@kopa.test');
});

test('a removed administrator is signed out and cannot sign in unless added again', async () => {
  const who = { email: 'leaver@kopa.test', password };
  expect(await addAdministrator(kopa.deps, who, by)).toEqual({ kind: 'added' });
  const credential = await signInFirst(who.email);
  expect(await removeAdministrator(kopa.deps, ' Leaver@kopa.test ', by)).toBe('erased');
  expect(await kopa.api.call(getMerchantList, {}, { credential })).toMatchObject({ status: 401 });
  expect(await kopa.api.call(login, who)).toMatchObject({ status: 422 });
  expect(await removeAdministrator(kopa.deps, who.email, by)).toBe('no-administrator');
  expect(await addAdministrator(kopa.deps, who, by)).toEqual({ kind: 'added' });
  await signInFirst(who.email);
});

test('staff who are frozen, or rest after an older copy, are removed all the same', async () => {
  const { db, clock } = kopa.deps;
  const frozen = await kopa.person({ role: 'admin' });
  await db
    .updateTable('users')
    .set({ withdrawals_frozen: true })
    .where('id', '=', frozen.id)
    .execute();
  expect(await removeAdministrator(kopa.deps, frozen.email, by)).toBe('erased');
  const resting = await kopa.officer();
  const found_at = new Date(clock.now() + 3_600_000);
  await db.insertInto('older_copies').values({ id: 'copy', because: 'party', found_at }).execute();
  try {
    expect(await removeAdministrator(kopa.deps, resting.email, by)).toBe('erased');
  } finally {
    await db.deleteFrom('older_copies').execute();
  }
});

test('KEEP-10 an officer is added by the operator, sees the desk and no merchants, and is removed', async () => {
  const who = { email: 'officer@kopa.test', password, role: 'compliance' } as const;
  expect(await addAdministrator(kopa.deps, who, by)).toEqual({ kind: 'added' });
  const [added] = (await listAdministrators(kopa.db)).filter(({ email }) => email === who.email);
  expect(added).toMatchObject({ role: 'compliance', two_factor: false });
  const credential = await signInFirst(who.email);
  for (const endpoint of [listCases, getMerchantList]) {
    expect(await kopa.api.call(endpoint, {}, { credential })).toMatchObject({ status: 403 });
  }
  const { data } = await kopa.api.must(generateTwoFactorSecret, {}, { credential });
  const otp = new TOTP({ secret: data.base32 }).generate({ timestamp: kopa.clock.now() });
  const given = { security_key: data.base32, otp, password };
  await kopa.api.must(enableTwoFactor, given, { credential });
  expect(await kopa.api.call(listCases, {}, { credential })).toMatchObject({ ok: true });
  expect(await kopa.api.call(getMerchantList, {}, { credential })).toMatchObject({ status: 403 });
  const log = await kopa.db.selectFrom('audit_log').select('action').execute();
  expect(log.map(({ action }) => action)).toContain('added officer');
  expect(await removeAdministrator(kopa.deps, who.email, by)).toBe('erased');
  expect(await kopa.api.call(listCases, {}, { credential })).toMatchObject({ status: 401 });
});

test('an administrator whose account holds funds is not removed', async () => {
  const rich = await kopa.person({ role: 'admin' });
  await deposit(kopa.deps, rich.id, 'BTC', '0.1');
  expect(await removeAdministrator(kopa.deps, rich.email, by)).toBe('balance-not-empty');
  expect(await rich.call(getMerchantList, {})).toMatchObject({ ok: true });
});
