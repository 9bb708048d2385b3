import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkHistory } from '#tests/support/history/check-history.ts';
import { type Stage, startStage } from '#tests/support/history/killed-run.ts';

const ROUNDS = 10;

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
}, 600_000);
afterAll(() => stage.stop());

test(`OPS-12 ${ROUNDS} times a process killed, commits without an answer, connections cut, a failover: every account's history is strictly serialisable`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    for (const { account, start, calls } of await stage.round(1000 * round)) {
      const verdict = checkHistory(account, start, calls);
      const why = verdict.kind === 'serialisable' ? '' : verdict.explanation;
      expect(verdict.kind, `round ${round}: ${why}`).toBe('serialisable');
    }
  }
  expect(await stage.broken()).toEqual([]);
});
