import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getMerchantList } from '#core/contract/staff/merchant.ts';
import { demo } from '#tests/support/accounts.ts';
import { adminCommand } from '#tests/support/admin-command.ts';
import { ApiClient } from '#tests/support/api-client.ts';
import { makeEmbeddedDatabase } from '#tests/support/embedded-database.ts';
import { startServer } from '#tests/support/server-process.ts';

const password = 'Strong-enough-1!';

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
  const enrolled = await adminCommand(['enrol', 'chief@kopa.test'], env);
  expect(enrolled).toMatchObject({ code: 0 });
  const otp = /^[A-Z0-9]{4}(?:-[A-Z0-9]{4}){2}$/m.exec(enrolled.output)?.[0] ?? '';

  const running = await startServer({ data, env: { SEED: 'none' } });
  const api = new ApiClient(running.url);
  const credential = await api.logIn({ email: 'chief@kopa.test', password, otp });
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

test('KEEP-06 what screening holds is listed and released by the command, once, with a reason', {
  timeout: 240_000,
}, async () => {
  const data = await mkdtemp(join(tmpdir(), 'kopa-held-'));
  const env = { DATA_DIR: data, SEED: 'demo' };
  const running = await startServer({ data, env: { SEED: 'demo' } });
  const { email } = demo.customer;
  const press = (event: string, fields: Readonly<Record<string, string>>) =>
    fetch(`${running.url}/sandbox/events/${event}`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ customer: email, ...fields }),
      redirect: 'manual',
    });
  const address = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0';
  await press('listed-address', { address, how: 'on' });
  const arrival = { route: 'ETH@Ethereum', amount: '1', blocks: 'all', how: 'one' };
  expect((await press('deposit', { ...arrival, sender: address })).status).toBe(303);
  await running.stop();

  const held = await adminCommand(['held'], env);
  expect(held.output).toMatch(
    /^deposit:\S+ of \S+ since \S+; 1 ETH from 0x6Fac.*; found: sandbox:0x6Fac/,
  );
  const [id = ''] = held.output.split(' ');
  expect(await adminCommand(['release', id], env)).toMatchObject({ code: 1 });
  const released = await adminCommand(['release', id, 'another', 'person'], env);
  expect(released).toMatchObject({ code: 0, output: expect.stringContaining('goes on') });
  expect(await adminCommand(['refuse', id, 'too late'], env)).toMatchObject({ code: 1 });
  expect((await adminCommand(['held'], env)).output).toContain('Screening holds nothing.');
  await rm(data, { recursive: true, force: true });
});
