import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '#tests/support/server-process.ts';

/** Hours, where there are: `SIMULATION_SECONDS=14400 npm run test:long`. */
const seconds = process.env.SIMULATION_SECONDS ?? '1800';

test('OPS-11 half an hour of fresh seeds comes to rest, and reaches every refusal, state and fault', () => {
  const args = ['tests/simulation/simulate.ts', '--seconds', seconds, '--coverage'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  expect(status, `${stdout.slice(-8_000)}${stderr}`).toBe(0);
});
