import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '#tests/support/server-process.ts';

// Some minute of one core. The seeds are always the same, so a failure is of the change that was made.
test('OPS-11 HARD-81 the simulator begins each kind of initiative, all come to what they come to, and every law is kept', () => {
  const seeds = ['--seed', '1', '--seeds', '2', '--steps', '12000', '--reach'];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['tests/simulation/simulate.ts', ...seeds],
    { cwd: root, encoding: 'utf8' },
  );
  expect(status, `${stdout.slice(-8_000)}${stderr}`).toBe(0);
  expect(stdout).toMatch(/Asked to reach \d+ things\./);
  expect(stdout).toMatch(/ {2}refusal: INSUFFICIENT_BALANCE/);
  expect(stdout).toContain('seeds came to rest.');
}, 600_000);
