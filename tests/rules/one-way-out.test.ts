import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');

test('KEEP-15 only one place in the code starts a withdrawal, and it takes the customer’s confirmation first', () => {
  const writers = globSync('server/**/*.ts', { cwd: root })
    .filter((file) =>
      readFileSync(resolve(root, file), 'utf8').includes("insertInto('withdrawals')"),
    )
    .sort();
  // The seed of the demo writes withdrawals into its invented histories, for which nothing is sent.
  expect(writers).toEqual([
    'server/seed/write-funds.ts',
    // Two officers pay what came for a closed account, which no customer can use (HARD-51).
    'server/services/money-out/withdrawals/pay-closed-money.ts',
    'server/services/money-out/withdrawals/withdraw.ts',
  ]);
  const code = readFileSync(
    resolve(root, 'server/services/money-out/withdrawals/withdraw.ts'),
    'utf8',
  );
  expect(code.match(/setAside\(/g)).toHaveLength(2);
  expect(code.indexOf('await takeConfirmation(')).toBeGreaterThan(0);
  expect(code.indexOf('return setAside(')).toBeGreaterThan(code.indexOf('await takeConfirmation('));
});
