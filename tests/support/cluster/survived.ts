import { expect } from 'vitest';
import { checkHistory } from '#tests/support/history/check-history.ts';
import type { ClusterStage, Struck } from './cluster-run.ts';

/** The result of a fault in one line, for people. */
export function storyOf({ from, to, writesAgain, wholeAgain, told, lost }: Struck): string {
  const operations = told.reduce((sum, one) => sum + one.withdrawn.length + one.swapped.length, 0);
  return `${from} to ${to}, writes go on after ${writesAgain} ms, three nodes after ${wholeAgain} ms; ${operations} operations acknowledged, ${lost} answers lost`;
}

/**
 * Expects what must hold after a fault: another node is the primary; the books contain exactly what was acknowledged,
 * each operation once; every account's history is strictly serialisable; and no API process has been restarted.
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
