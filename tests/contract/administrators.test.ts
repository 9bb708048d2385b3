import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
import { deposit, type InProcess, person, startInProcess } from '#tests/support/in-process.ts';

const password = 'Strong-enough-1!';
const by = { actor: 'operator test' } as const;

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.close());

/** Signs staff in who have no second factor yet, with the operator's code. */
async function signInFirst(email: string) {
  const enrolment = await enrolAdministrator(server.deps, email, by);
  if (enrolment.kind !== 'issued') throw new Error(enrolment.kind);
  return server.api.logIn({ email, password, otp: enrolment.code });
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
  const customer = await person(server.deps);
  const who = { email: customer.email.toUpperCase(), password };
  expect(await addAdministrator(server.deps, who, by)).toEqual({ kind: 'taken' });
  const attempt = await server.api.call(login, { email: customer.email, password });
  expect(attempt).toMatchObject({ ok: false });
  expect(await removeAdministrator(server.deps, customer.email, by)).toBe('no-administrator');
  const { credential } = customer;
  expect(await server.api.call(getMerchantList, {}, { credential })).toMatchObject({ ok: false });
});

test('AUTH-06 AUTH-07 an administrator’s e-mail address and password must pass the usual rules', async () => {
  for (const who of [
    { email: 'nobody', password },
    { email: 'weak@kopa.test', password: '' },
    { email: 'weak@kopa.test', password: 'password' },
  ]) {
    expect(await addAdministrator(server.deps, who, by)).toMatchObject({ kind: 'wrong-input' });
  }
  const emails = (await listAdministrators(server.deps.db)).map(({ email }) => email);
  expect(emails).not.toContain('weak@kopa.test');
});

test('a removed administrator is signed out and cannot sign in unless added again', async () => {
  const who = { email: 'leaver@kopa.test', password };
  expect(await addAdministrator(server.deps, who, by)).toEqual({ kind: 'added' });
  const credential = await signInFirst(who.email);
  expect(await removeAdministrator(server.deps, ' Leaver@kopa.test ', by)).toBe('erased');
  expect(await server.api.call(getMerchantList, {}, { credential })).toMatchObject({ status: 401 });
  expect(await server.api.call(login, who)).toMatchObject({ status: 422 });
  expect(await removeAdministrator(server.deps, who.email, by)).toBe('no-administrator');
  expect(await addAdministrator(server.deps, who, by)).toEqual({ kind: 'added' });
  await signInFirst(who.email);
});

test('staff who are frozen, or rest after an older copy, are removed all the same', async () => {
  const { db, clock } = server.deps;
  const frozen = await person(server.deps, { role: 'admin' });
  await db
    .updateTable('users')
    .set({ withdrawals_frozen: true })
    .where('id', '=', frozen.id)
    .execute();
  expect(await removeAdministrator(server.deps, frozen.email, by)).toBe('erased');
  const resting = await person(server.deps, { role: 'compliance' });
  const found_at = new Date(clock.now() + 3_600_000);
  await db.insertInto('older_copies').values({ id: 'copy', because: 'party', found_at }).execute();
  try {
    expect(await removeAdministrator(server.deps, resting.email, by)).toBe('erased');
  } finally {
    await db.deleteFrom('older_copies').execute();
  }
});

test('KEEP-10 an officer is added by the operator, sees the desk and no merchants, and is removed', async () => {
  const who = { email: 'officer@kopa.test', password, role: 'compliance' } as const;
  expect(await addAdministrator(server.deps, who, by)).toEqual({ kind: 'added' });
  const [added] = (await listAdministrators(server.deps.db)).filter(
    ({ email }) => email === who.email,
  );
  expect(added).toMatchObject({ role: 'compliance', two_factor: false });
  const credential = await signInFirst(who.email);
  for (const endpoint of [listCases, getMerchantList]) {
    expect(await server.api.call(endpoint, {}, { credential })).toMatchObject({ status: 403 });
  }
  const { data } = await server.api.must(generateTwoFactorSecret, {}, { credential });
  const otp = new TOTP({ secret: data.base32 }).generate({ timestamp: server.deps.clock.now() });
  const given = { security_key: data.base32, otp, password };
  await server.api.must(enableTwoFactor, given, { credential });
  expect(await server.api.call(listCases, {}, { credential })).toMatchObject({ ok: true });
  expect(await server.api.call(getMerchantList, {}, { credential })).toMatchObject({ status: 403 });
  const log = await server.deps.db.selectFrom('audit_log').select('action').execute();
  expect(log.map(({ action }) => action)).toContain('added officer');
  expect(await removeAdministrator(server.deps, who.email, by)).toBe('erased');
  expect(await server.api.call(listCases, {}, { credential })).toMatchObject({ status: 401 });
});

test('an administrator whose account holds funds is not removed', async () => {
  const rich = await person(server.deps, { role: 'admin' });
  await deposit(server.deps, rich.id, 'BTC', '0.1');
  expect(await removeAdministrator(server.deps, rich.email, by)).toBe('balance-not-empty');
  const { credential } = rich;
  expect(await server.api.call(getMerchantList, {}, { credential })).toMatchObject({ ok: true });
});
