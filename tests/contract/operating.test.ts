import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { login } from '#core/contract/account/session.ts';
import { transportKey } from '#core/envelope/envelope.ts';
import { readSite } from '#server/static/built-site.ts';
import { transport } from '#tests/support/api-client.ts';
import { startInProcess } from '#tests/support/in-process.ts';
import { root } from '#tests/support/server-process.ts';
import { writeSite } from '#tests/support/small-site.ts';

const node = join(root, 'node_modules', '.bin', 'node');

const newSite = () => writeSite(mkdtempSync(join(tmpdir(), 'kopa-own-site-')), 'a');

const startWith = (env: Record<string, string>) =>
  spawnSync(node, ['server/main.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', PORT: '0', SEED: 'none', ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });

test('OPS-06 a server without a built site, or with half of one, does not start and says so in JSON', async () => {
  const data = mkdtempSync(join(tmpdir(), 'kopa-no-data-'));
  const nowhere = startWith({ SITE_DIR: join(data, 'none-here'), DATA_DIR: data });
  expect(nowhere.status).toBe(1);
  expect(JSON.parse(nowhere.stderr)).toMatchObject({
    level: 'error',
    event: 'not started',
    problem: expect.stringContaining('no complete build'),
  });
  const site = await newSite();
  rmSync(join(site, 'assets', 'app-a.js'));
  const half = readSite(site, [transport]);
  expect(half).toMatchObject({ ok: false, problem: expect.stringContaining('assets/app-a.js') });
});

test('OPS-06 a page of another build, which asks for files that are not there, is no built site', async () => {
  const site = await newSite();
  writeFileSync(join(site, 'index.html'), '<meta name="app" content="/assets/app-b.js">');
  const read = readSite(site, [transport]);
  expect(read).toMatchObject({ ok: false, problem: expect.stringContaining('assets/app-b.js') });
});

test('OPS-16 a transport key other than the build’s is refused, and accepted as the old one', async () => {
  const site = await newSite();
  const other = transportKey('ab'.repeat(16), 'cd'.repeat(16));
  expect(readSite(site, [other])).toMatchObject({
    ok: false,
    problem: expect.stringContaining('TRANSPORT_KEY'),
  });
  expect(readSite(site, [other, transport])).toMatchObject({ ok: true });
});

test('OPS-04 a database that cannot be written to fails readiness, which names it, and not liveness', async () => {
  const server = await startInProcess();
  try {
    await sql`set default_transaction_read_only = on`.execute(server.deps.db);
    const ready = await fetch(`${server.url}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ status: 'unavailable', database: 'read-only' });
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  } finally {
    await server.close();
  }
});

/** The log's lines of a process that has ended. */
const linesOf = (output: string): readonly Record<string, unknown>[] =>
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('OPS-08 a reference that a trusted proxy gives is kept where it is well-formed; others are replaced', async () => {
  const server = await startInProcess({ env: { TRUST_PROXY: 'on' } });
  const given = async (id: string) => {
    const { headers } = await fetch(`${server.url}/livez`, { headers: { 'x-request-id': id } });
    return headers.get('x-request-id');
  };
  try {
    expect(await given('edge-4711-abc')).toBe('edge-4711-abc');
    expect(await given('no spaces please')).toMatch(/^[0-9a-f-]{36}$/);
    expect(server.log.join('')).toContain('"id":"edge-4711-abc"');
  } finally {
    await server.close();
  }
});

test('OPS-08 a call that fails answers with the reference under which the log tells of it', async () => {
  const server = await startInProcess();
  try {
    await sql`alter table nonces rename to nonces_away`.execute(server.deps.db);
    const reply = await server.api.call(login, { email: 'x@kopa.test', password: 'x' });
    expect(reply).toMatchObject({ ok: false, refusal: { code: 'UNAVAILABLE' } });
    const reference = reply.ok ? undefined : reply.refusal.reference;
    const lines = linesOf(server.log.join(''));
    expect(lines.filter(({ event }) => event === 'handler failed')).toMatchObject([
      { request: reference, message: 'relation "nonces" does not exist' },
    ]);
    expect(lines.find(({ event }) => event === 'request')).toMatchObject({
      id: reference,
      failure: 'error 42P01',
    });
  } finally {
    await server.close();
  }
});
