import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { incidentCommand } from '#tests/support/admin-command.ts';
import { makeEmbeddedDatabase } from '#tests/support/embedded-database.ts';

const incident = (args: readonly string[], data: string) =>
  incidentCommand(args, { SEED: 'none', DATA_DIR: data });

test('OPS-09 the command reports what happened between two moments, and refuses moments without a time zone', {
  // Four processes, of which two open the embedded database.
  timeout: 240_000,
}, async () => {
  const data = mkdtempSync(join(tmpdir(), 'kopa-incident-'));
  await makeEmbeddedDatabase(data);
  const told = await incident(['2026-11-24T14:00:00Z', '2026-11-24T16:30:05+02:00'], data);
  expect(told).toMatchObject({ code: 0 });
  // The report, and nothing beside it.
  expect(told.output.trim().split('\n')).toHaveLength(17);
  expect(told.output).toContain(
    'From 2026-11-24T14:00:00.000Z to 2026-11-24T14:30:05.000Z: 30 min 5 s.',
  );
  expect(told.output).toContain('Customers touched: 0.');
  expect(told.output).toContain('withdrawals that waited to be sent: none');
  for (const args of [
    [],
    ['2026-11-24 14:00', '2026-11-24 15:00'],
    ['2026-11-24T15:00Z', '2026-11-24T14:00Z'],
  ]) {
    const refused = await incident(args, data);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('npm run incident -- FROM TO');
  }
});
