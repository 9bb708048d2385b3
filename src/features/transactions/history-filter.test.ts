import { expect, test } from 'vitest';
import { filterFromState } from './history-filter.ts';

const all = { type: 'All', period: 'All time' };

test('TX-01 a list is shown with its filters again when the customer comes back to it', () => {
  const filter = { type: 'Swap', period: 'Week' };
  expect(filterFromState({ depth: 3, filter })).toEqual(filter);
});

test.each([
  undefined,
  null,
  'filter',
  {},
  { filter: null },
  { filter: { type: 1, period: 'Aeon' } },
])('TX-01 without valid filters everything is shown: %j', (state) => {
  expect(filterFromState(state)).toEqual(all);
});
