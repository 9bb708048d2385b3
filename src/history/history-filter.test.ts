import { expect, test } from 'vitest';
import type { SingleEntry } from '#core/statement/statement.ts';
import { periodNames } from '#core/time/period.ts';
import { filterEntries, filterFromState, searching, typeFilters } from './history-filter.ts';

const all = { type: 'All', period: 'All time' };

test('TX-01 the types are All, Withdraw, Swap, Buy and Deposit', () => {
  expect(typeFilters).toEqual(['All', 'Withdraw', 'Swap', 'Buy', 'Deposit']);
});

test('TX-01 the list holds what lies in the chosen period and is of the chosen type', () => {
  const now = Date.parse('2026-05-13T10:00:00Z');
  const hours = [-1, 1, 25, 8 * 24, 31 * 24, 366 * 24];
  const entries = hours.map(
    (ago): SingleEntry => ({
      kind: 'single',
      id: String(ago),
      at: now - ago * 3_600_000,
      label: 'Deposit',
      status: '',
      trackingId: '',
      direction: 'credit',
      amount: '1',
      currency: 'BTC',
      network: '',
      sender: '',
      recipient: '',
    }),
  );
  const shown = (type: 'All' | 'Deposit' | 'Buy') =>
    periodNames.map((period) =>
      filterEntries(entries, { type, period }, now, 'UTC').map(({ id }) => Number(id)),
    );
  // The future is in no period that ends now.
  expect(shown('All')).toEqual([hours, [1], [1, 25], [1, 25, 192], [1, 25, 192, 744]]);
  expect(shown('Deposit')).toEqual(shown('All'));
  expect(shown('Buy').flat()).toEqual([]);
});

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
