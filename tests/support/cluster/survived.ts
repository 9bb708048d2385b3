import { expect } from 'vitest';
import { checkHistory } from '#tests/support/history/check-history.ts';
import type { ClusterStage, Struck } from './cluster-run.ts';

/** What became of a fault, for people. */
export function storyOf({ from, to, writesAgain, wholeAgain, told, lost }: Struck): string {
  const operations = told.reduce((sum, one) => sum + one.withdrawn.length + one.swapped.length, 0);
  return `${from} to ${to}, writes go on after ${writesAgain} ms, three nodes after ${wholeAgain} ms; ${operations} operations acknowledged, ${lost} answers lost`;
}

/**
 * What must be so after a fault: another node is the primary, what was acknowledged is in the books once and
 * nothing else is, every account's history is strictly serialisable, and nobody started an API process again.
 */
export async function expectSurvived(stage: ClusterStage, struck: Struck): Promise<void> {
  expect(struck.to).not.toBe(struck.from);
  expect(struck.told.every(({ withdrawn }) => withdrawn.length > 0)).toBe(true);
  expect(struck.booked).toEqual(struck.told);
  for (const { account, start, calls } of struck.histories) {
    const verdict = checkHistory(account, start, calls);
    const why = verdict.kind === 'serialisable' ? '' : verdict.explanation;
    expect(verdict.kind, why).toBe('serialisable');
  }
  expect(await stage.broken()).toEqual([]);
  expect(stage.alive()).toBe(2);
}
