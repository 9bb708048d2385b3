import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { plants } from '#tests/simulation/plants.ts';
import { root } from '#tests/support/server-process.ts';

// Each within a minute of one core, nearly always of one seed.
test.each(Object.keys(plants))('HARD-81 the simulator finds a planted fault: %s', (name) => {
  const seeds = ['--seed', '1', '--seeds', '4', '--steps', '3000', '--reach'];
  const args = ['tests/simulation/simulate.ts', '--plant', name, ...seeds];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status, `${stdout}${stderr}`).toBe(0);
  expect(stdout).toMatch(/: found by 1 of/);
});
