import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getMerchantList } from '#core/contract/merchant.ts';
import { login } from '#core/contract/session.ts';
import {
  addAdministrator,
  listAdministrators,
  removeAdministrator,
} from '#server/services/admin/administrators.ts';
import { adminCommand } from '#tests/support/admin-command.ts';
import { ApiClient } from '#tests/support/api-client.ts';
import { makeEmbeddedDatabase } from '#tests/support/embedded-database.ts';
import { deposit, type InProcess, person, startInProcess } from '#tests/support/in-process.ts';
import { startServer } from '#tests/support/server-process.ts';

const password = 'Strong-enough-1!';
const by = { actor: 'operator test' } as const;

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.close());

test('OPS-02 an administrator made by the command can sign in; while the server runs, the command refuses and says why', {
  // Four processes open the embedded database, and the first of them creates it.
  timeout: 240_000,
}, async () => {
  const data = await mkdtemp(join(tmpdir(), 'kopa-admin-'));
  const env = { DATA_DIR: data, SEED: 'none' };
  const nowhere = await adminCommand(['list'], env);
  expect(nowhere).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no embedded'),
  });
  await makeEmbeddedDatabase(data);
  const added = await adminCommand(['add', ' Chief@kopa.test'], env, `${password}\nanything\n`);
  expect(added).toMatchObject({ code: 0 });
  expect(added.output).toContain('two-factor');
  expect(added.output).not.toContain(password);

  const running = await startServer({ data, env: { SEED: 'none' } });
  const api = new ApiClient(running.url);
  const credential = await api.signIn('chief@kopa.test', password);
  expect(credential.user).toMatchObject({ email: 'chief@kopa.test', role: 'admin' });
  const early = await api.call(getMerchantList, {}, { credential });
  expect(early).toMatchObject({ status: 403, refusal: { code: 'SECOND_FACTOR_MISSING' } });
  const refused = await adminCommand(['list'], env);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.output).toContain(`in use by process ${running.pid}`);
  await running.stop();

  expect(await adminCommand(['list'], env)).toEqual({
    code: 0,
    output: `chief@kopa.test, two-factor authentication off\nIn the embedded database in ${data}.\n`,
  });
  await rm(data, { recursive: true, force: true });
});

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
  const credential = await server.api.signIn(who.email, password);
  expect(await removeAdministrator(server.deps, ' Leaver@kopa.test ', by)).toBe('erased');
  expect(await server.api.call(getMerchantList, {}, { credential })).toMatchObject({ status: 401 });
  expect(await server.api.call(login, who)).toMatchObject({ status: 422 });
  expect(await removeAdministrator(server.deps, who.email, by)).toBe('no-administrator');
  expect(await addAdministrator(server.deps, who, by)).toEqual({ kind: 'added' });
  await server.api.signIn(who.email, password);
});

test('an administrator whose account holds funds is not removed', async () => {
  const rich = await person(server.deps, { role: 'admin' });
  await deposit(server.deps, rich.id, 'BTC', '0.1');
  expect(await removeAdministrator(server.deps, rich.email, by)).toBe('balance-not-empty');
  const { credential } = rich;
  expect(await server.api.call(getMerchantList, {}, { credential })).toMatchObject({ ok: true });
});
