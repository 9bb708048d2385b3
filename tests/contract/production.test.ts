import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD, demoIds, seedAccounts } from '#server/seed/accounts.ts';
import { refuseDemoAccounts } from '#server/seed/demo-accounts.ts';
import { hashPassword } from '#server/services/access/credentials/passwords.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { startInProcess } from '#tests/support/in-process.ts';
import { root } from '#tests/support/server-process.ts';

const node = join(root, 'node_modules', '.bin', 'node');
const { PATH = '', HOME = '' } = process.env;

test('HARD-12 NODE_ENV=production alone starts nothing and says everything that is in the way', () => {
  const data = join(tmpdir(), `kopa-never-${randomUUID()}`);
  const { status, stderr, stdout } = spawnSync(node, ['server/main.ts'], {
    cwd: root,
    env: { PATH, HOME, PORT: '0', DATA_DIR: data, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stdout).toBe('');
  for (const name of [
    'SANDBOX=off',
    'SEED',
    'TRANSPORT_KEY',
    'SECRETS_KEY',
    'ARCHIVE_KEY',
    'PUBLIC_URL',
  ]) {
    expect(stderr).toContain(name);
  }
});

test('HARD-12 a database that was once filled with the demo accounts is refused while one still opens', async () => {
  const server = await startInProcess();
  const { db } = server.deps;
  try {
    await refuseDemoAccounts(db);
    const hash = await hashPassword(DEMO_PASSWORD);
    await inTransaction(db, (tx) => seedAccounts(tx, hash, new Date()));
    await expect(refuseDemoAccounts(db)).rejects.toThrow(
      'admin@kopa.test, customer@kopa.test, desk@kopa.test, new@kopa.test',
    );
    const other = await hashPassword('Another-password-1!');
    await db.updateTable('users').set({ password_hash: other }).execute();
    await refuseDemoAccounts(db);
    await db
      .updateTable('users')
      .set({ password_hash: hash })
      .where('id', '=', demoIds.admin)
      .execute();
    await expect(refuseDemoAccounts(db)).rejects.toThrow(': admin@kopa.test.');
  } finally {
    await server.close();
  }
});

const page = '<!doctype html><html><head><title>x</title></head><body class="a">x</body></html>';
const digestOf = (content: string): string => createHash('sha256').update(content).digest('base64');

let site: string;
beforeAll(() => {
  site = mkdtempSync(join(tmpdir(), 'kopa-site-'));
  mkdirSync(join(site, 'privacy-policy'));
  mkdirSync(join(site, 'assets'));
  writeFileSync(join(site, 'index.html'), page);
  writeFileSync(join(site, 'index.html.br'), 'compressed by the build');
  writeFileSync(join(site, 'privacy-policy', 'index.html'), page.replace('x<', 'privacy<'));
  writeFileSync(join(site, 'assets', 'a-1.js'), 'x');
  writeFileSync(join(site, 'sw.js'), `[{url:"/",integrity:"sha256-${digestOf(page)}"}]`);
});
afterAll(() => rmSync(site, { recursive: true }));

test('HARD-12 a public demonstration says so in every page, and its worker takes these pages', async () => {
  const server = await startInProcess({ dist: site, env: { ALLOW_DEMO: 'yes' } });
  try {
    const textOf = async (path: string) => (await fetch(`${server.url}${path}`)).text();
    for (const path of ['/', '/wallet', '/nope', '/privacy-policy', '/not-me', '/sandbox']) {
      const text = await textOf(path);
      expect(text, path).toContain('Demonstration. No money here is real.');
      expect(text.match(/<p class="demonstration"/g), path).toHaveLength(1);
    }
    const shell = await textOf('/');
    expect(await textOf('/sw.js')).toContain(`sha256-${digestOf(shell)}`);
    expect(await textOf('/assets/a-1.js')).toBe('x');
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(shell) ?? [];
    const { headers } = await fetch(server.url);
    expect(headers.get('content-security-policy')).toContain(`'sha256-${digestOf(style)}'`);
    expect(headers.get('content-encoding'), 'not what the build compressed').not.toBe(null);
  } finally {
    await server.close();
  }
});

test('HARD-12 a server that is no demonstration sends the pages as they were built', async () => {
  const server = await startInProcess({ dist: site });
  try {
    const plain = { headers: { 'accept-encoding': 'identity' } };
    expect(await (await fetch(server.url, plain)).text()).toBe(page);
    expect(await (await fetch(`${server.url}/sw.js`, plain)).text()).toContain(digestOf(page));
    expect(await (await fetch(`${server.url}/not-me`)).text()).not.toContain('Demonstration');
  } finally {
    await server.close();
  }
});
