import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '#tests/support/server-process.ts';

// Half a minute of one core. The seeds are always the same, so a failure is of the change that was made.
test('OPS-11 the simulator comes to rest on three seeds, with every law kept', () => {
  const args = ['tests/simulation/simulate.ts', '--seed', '1', '--seeds', '3', '--steps', '2500'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status, `${stdout.slice(-8_000)}${stderr}`).toBe(0);
  expect(stdout).toContain('All 3 seeds came to rest.');
}, 600_000);
