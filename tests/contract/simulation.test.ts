import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '#tests/support/server-process.ts';

// Some minute of one core, of a few seeds. They are always the same, so a failure is of the change
// that was made.
test('OPS-11 the simulator reaches each kind of initiative and what it comes to, with every law kept', () => {
  const seeds = ['--seed', '1', '--seeds', '6', '--steps', '8000', '--reach'];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['tests/simulation/simulate.ts', ...seeds],
    { cwd: root, encoding: 'utf8' },
  );
  expect(status, `${stdout.slice(-8_000)}${stderr}`).toBe(0);
  expect(stdout).toMatch(/Asked to reach \d\d things\./);
  expect(stdout).toContain('seeds came to rest.');
}, 600_000);

// The others are in tests/processes, because each takes longer.
test.each(['cancelling-keeps-the-hold', 'mail-dropped'])(
  'OPS-11 the simulator finds a planted fault: %s',
  (name) => {
    const seeds = ['--seed', '1', '--seeds', '2', '--steps', '3000', '--reach'];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['tests/simulation/simulate.ts', '--plant', name, ...seeds],
      { cwd: root, encoding: 'utf8' },
    );
    expect(status, `${stdout}${stderr}`).toBe(0);
    expect(stdout).toMatch(/: found by 1 of/);
  },
  240_000,
);
