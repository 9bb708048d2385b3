import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeEmbeddedDatabase } from '#tests/support/embedded-database.ts';
import { root } from '#tests/support/server-process.ts';

const incident = (args: readonly string[], data: string) =>
  spawnSync(join(root, 'node_modules', '.bin', 'node'), ['server/incident.ts', ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', SEED: 'none', DATA_DIR: data },
    encoding: 'utf8',
  });

test('OPS-09 the command tells of a stretch, and refuses moments without a zone', {
  // Four processes, of which two open the embedded database.
  timeout: 240_000,
}, async () => {
  const data = mkdtempSync(join(tmpdir(), 'kopa-incident-'));
  await makeEmbeddedDatabase(data);
  const told = incident(['2026-11-24T14:00:00Z', '2026-11-24T16:30:05+02:00'], data);
  expect(told).toMatchObject({ status: 0, stderr: '' });
  expect(told.stdout).toContain(
    'From 2026-11-24T14:00:00.000Z to 2026-11-24T14:30:05.000Z: 30 min 5 s.',
  );
  expect(told.stdout).toContain('Customers touched: 0.');
  expect(told.stdout).toContain('withdrawals that waited to be sent: none');
  for (const args of [
    [],
    ['2026-11-24 14:00', '2026-11-24 15:00'],
    ['2026-11-24T15:00Z', '2026-11-24T14:00Z'],
  ]) {
    const refused = incident(args, data);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('npm run incident -- FROM TO');
  }
});
