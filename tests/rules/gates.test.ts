import { globSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';

const server = resolve(import.meta.dirname, '..', '..', 'server');

/** What gates are known of, and besides them who may read it: whoever closes, opens, holds or tells the operator. */
const causes: readonly (readonly [cause: RegExp, readers: readonly string[]])[] = [
  [/exists[^`]{0,40}trading_halts/, []],
  [
    /suspect_at is not null|'suspect_at', 'is not', null/,
    ['services/staff/admin/trading.ts', 'services/operation/watch/watch.ts'],
  ],
  [/withdrawals_held_until >/, ['services/money-out/withdrawals/security-hold.ts']],
  [/from endings gating|from data_updates gating/, []],
];

test('HARD-89 what stops money is asked of the list of gates, and nowhere else', () => {
  const files = globSync('**/*.ts', { cwd: server })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('store/migrations/'));
  expect(files.length).toBeGreaterThan(300);
  for (const [cause, readers] of causes) {
    const found = files.filter((file) => cause.test(readFileSync(join(server, file), 'utf8')));
    expect(found.sort(), cause.source).toEqual(
      ['services/checks/gates/known.ts', ...readers].sort(),
    );
  }
});

test('HARD-89 a cause that is asked for elsewhere is found', () => {
  const own = "where exists (select 1 from trading_halts where scope = 'bank')";
  expect(causes.some(([cause]) => cause.test(own))).toBe(true);
});
