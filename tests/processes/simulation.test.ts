import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '#tests/support/server-process.ts';

/** What one run of a seed prints about its steps. */
function stepsOf(seed: number): string {
  const args = ['tests/simulation/simulate.ts', '--seed', String(seed), '--steps', '100'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status, `${stdout}${stderr}`).toBe(0);
  return /\d+ steps[^\n]*/.exec(stdout)?.[0] ?? '';
}

test('OPS-11 the run of a seed ends with everything finished, and the same seed takes the same steps again', () => {
  const first = stepsOf(7);
  expect(first).toMatch(/\d/);
  expect(stepsOf(7)).toBe(first);
}, 120_000);

test('HARD-81 a run that never reached what it was asked to fails, and says what that was', () => {
  const args = ['--seed', '7', '--seeds', '1', '--steps', '100', '--reach'];
  const { status, stdout } = spawnSync(
    process.execPath,
    ['tests/simulation/simulate.ts', ...args],
    { cwd: root, encoding: 'utf8' },
  );
  expect(status).toBe(1);
  expect(stdout).toMatch(/^FAILED Never reached: .*a debt is paid/m);
}, 120_000);
