import { expect, test } from 'vitest';
import { nextTaxStage, taxLimitedFrom, taxStageOf } from './tax-due.ts';

const DAY_MS = 86_400_000;

test('KEEP-14 who traded before is asked, reminded 30 and 7 days before, and limited after 60 days', () => {
  const asked = Date.UTC(2026, 0, 1);
  const limited = taxLimitedFrom(asked);
  expect(limited - asked).toBe(60 * DAY_MS);
  const stageAfter = (days: number) => taxStageOf(limited, asked + days * DAY_MS);
  expect([0, 29, 30, 52, 53, 59, 60, 600].map(stageAfter)).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
  expect(taxStageOf(limited, limited - 1)).toBe(3);
  expect(nextTaxStage(limited, asked)).toBe(asked + 30 * DAY_MS);
  expect(nextTaxStage(limited, asked + 53 * DAY_MS)).toBe(limited);
  expect(nextTaxStage(limited, limited)).toBeUndefined();
});
