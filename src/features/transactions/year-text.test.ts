import { expect, test } from 'vitest';
import { yearText } from './year-text.ts';

const year = { name: '2026–27', to: 2 };
const totals = { gain: 12_050n, disposals: 34, ofUnknownCost: 5 };

test('EYE-07 the year’s gain is told with what it leaves out', () => {
  expect(yearText(year, totals, 'AUD', 1)).toBe(
    '2026–27 so far: gain AU$120.50, 34 disposals, 5 of unknown cost',
  );
  expect(yearText(year, { gain: -59n, disposals: 1, ofUnknownCost: 0 }, 'AUD', 2)).toBe(
    '2026–27: gain \u2212AU$0.59, 1 disposal',
  );
  expect(yearText(year, { ...totals, disposals: 0 }, 'EUR', 1)).toBe(
    '2026–27 so far: nothing was sold, swapped or spent',
  );
});
