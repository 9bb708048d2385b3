import { expect, test } from 'vitest';
import { filterFromState, searching } from './history-filter.ts';

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

test('EASE-01 a search is kept with the filters, unless it is blank', () => {
  expect(filterFromState({ filter: { search: 'btc' } })).toEqual({ ...all, search: 'btc' });
  expect(filterFromState({ filter: { search: ' ' } })).toEqual(all);
  expect(searching({ type: 'Buy', period: 'Day', search: 'x' }, 'btc ')).toEqual({
    type: 'Buy',
    period: 'Day',
    search: 'btc ',
  });
  expect(searching({ type: 'Buy', period: 'Day', search: 'x' }, ' ')).toEqual({
    type: 'Buy',
    period: 'Day',
  });
});
