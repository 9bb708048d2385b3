import { expect, test } from 'vitest';
import type {
  FailedEntry,
  SingleEntry,
  StatementEntry,
  SwapEntry,
} from '#core/statement/statement.ts';
import { RETURNED, underWayText } from '#core/statement/statement.ts';
import type { HistoryFilter } from './history-filter.ts';
import { monthsOf } from './months.ts';
import { shownMonths } from './shown-months.ts';

const NOW = Date.parse('2026-10-31T12:00:00Z');
const everything: HistoryFilter = { type: 'All', period: 'All time' };
const aud = (amount: string) => ({ amount, currency: 'AUD' });

const single = (id: string, day: string, over: Partial<SingleEntry> = {}): SingleEntry => ({
  kind: 'single',
  id,
  label: 'Deposit',
  status: 'Deposited',
  at: Date.parse(day),
  trackingId: '',
  direction: 'credit',
  amount: '1',
  currency: 'BTC',
  network: '',
  sender: '',
  recipient: '',
  value: aud('100.50'),
  ...over,
});
const sent = (id: string, day: string, over: Partial<SingleEntry> = {}): SingleEntry =>
  single(id, day, { label: 'Withdraw', status: 'Withdrawn', direction: 'debit', ...over });
const swap: SwapEntry = {
  kind: 'swap',
  id: 's',
  label: 'Swap',
  status: '',
  at: Date.parse('2026-10-09T00:00:00Z'),
  trackingId: '',
  credit: { id: 'c', amount: '1', currency: 'BTC', value: aud('7') },
  debit: { id: 'd', amount: '1', currency: 'ETH', value: aud('7') },
};
const failed: FailedEntry = {
  kind: 'failed',
  id: 'f',
  label: 'Buy',
  status: 'Failed',
  at: Date.parse('2026-10-08T00:00:00Z'),
  trackingId: '',
  reason: 'failed',
  charge: aud('9'),
  wanted: { amount: '1', currency: 'BTC' },
};
const october = [
  single('o1', '2026-10-20T00:00:00Z'),
  sent('o2', '2026-10-10T00:00:00Z', { value: aud('30.25') }),
  swap,
  failed,
  single('o3', '2026-10-07T00:00:00Z', { status: RETURNED }),
  single('o4', '2026-10-06T00:00:00Z', { value: aud('0.50') }),
];
const september = [sent('s1', '2026-09-20T00:00:00Z'), single('s2', '2026-09-10T00:00:00Z')];

const headings = (
  entries: readonly StatementEntry[],
  filter: HistoryFilter = everything,
  known: { statement?: readonly StatementEntry[]; goesOn?: boolean } = {},
) =>
  shownMonths(entries, { statement: entries, goesOn: false, ...known }, filter, NOW, 'UTC').map(
    ({ heading, entries: rows }) => [heading?.name, rows.length, heading?.sums],
  );

test('EASE-01 a month says what came in and went out, without swaps, what was returned and what failed', () => {
  expect(headings([...october, ...september])).toEqual([
    ['October 2026', 6, { in: aud('101.00'), out: aud('30.25') }],
    ['September 2026', 2, { in: aud('100.50'), out: aud('100.50') }],
  ]);
});

test('EASE-01 EYE-05 what waits and is not sent yet is not what went out', () => {
  const held = sent('h', '2026-10-25T00:00:00Z', { status: underWayText.requested });
  const onItsWay = sent('w', '2026-10-24T00:00:00Z', { status: underWayText.broadcast });
  expect(headings([held, ...october])[0]?.[2]).toEqual({ in: aud('101.00'), out: aud('30.25') });
  expect(headings([held, onItsWay])[0]?.[2]).toEqual({ in: undefined, out: aud('100.50') });
  expect(headings([held])[0]?.[2]).toEqual({ in: undefined, out: undefined });
});

test('EASE-01 the month in which the known part of a statement ends has no sums', () => {
  expect(
    headings([...october, ...september], everything, { goesOn: true }).map(([, , s]) => s),
  ).toEqual([{ in: aud('101.00'), out: aud('30.25') }, undefined]);
});

test('EASE-01 an unknown value or a second currency leaves the sum out, never too small', () => {
  const { value: _, ...unknown } = single('u', '2026-10-21T00:00:00Z');
  const euro = sent('e', '2026-10-21T00:00:00Z', { value: { amount: '1', currency: 'EUR' } });
  expect(headings([unknown, ...october])[0]?.[2]).toEqual({ in: undefined, out: aud('30.25') });
  expect(headings([euro, ...october])[0]?.[2]).toEqual({ in: aud('101.00'), out: undefined });
});

test('EASE-01 a type has sums of its own; a search has none', () => {
  const statement = [...october, ...september];
  const withdrawn = statement.filter(({ id }) => ['o2', 'o3', 's1'].includes(id));
  expect(headings(withdrawn, { type: 'Withdraw', period: 'All time' }, { statement })).toEqual([
    ['October 2026', 2, { in: undefined, out: aud('30.25') }],
    ['September 2026', 1, { in: undefined, out: aud('100.50') }],
  ]);
  expect(
    headings(statement, { ...everything, search: 'btc' }, { statement })[0]?.[2],
  ).toBeUndefined();
});

test('EASE-01 EYE-04 a month keeps its sums when dates narrow the history, and says if they are of a part', () => {
  const whole = [
    ['October 2026', 6, { in: aud('101.00'), out: aud('30.25') }],
    ['September 2026', 2, { in: aud('100.50'), out: aud('100.50') }],
  ];
  const year = { ...everything, from: '2026-07-01', until: '2027-06-30' };
  expect(headings([...october, ...september], year)).toEqual(whole);
  // The server sent only what lies in the dates.
  const lastMonth = { ...everything, from: '2026-09-01', until: '2026-09-30' };
  expect(headings(september, lastMonth)).toEqual(whole.slice(1));
  expect(headings(september, lastMonth, { goesOn: true })[0]?.[2]).toBeUndefined();
  const part = [['October 2026, in part', 2, { in: aud('100.50'), out: aud('30.25') }]];
  const statement = [...october, ...september];
  const newest = october.slice(0, 2);
  for (const dates of [
    { from: '2026-10-10' },
    { from: '2026-10-10', until: '2026-10-20' },
    { period: 'Month' } as const,
  ]) {
    expect(headings(newest, { ...everything, ...dates }, { statement })).toEqual(part);
    expect(headings(newest, { ...everything, ...dates })).toEqual(part);
  }
  // The rest of this month is still to come.
  expect(headings(october, { ...everything, from: '2026-10-01', until: '2026-10-31' })).toEqual(
    whole.slice(0, 1),
  );
});

test('EASE-01 months are those of the time zone of the dates; entries without a date come last', () => {
  const midnight = single('m', '2026-10-31T20:00:00Z');
  const dateless = { ...single('n', ''), at: Number.NaN };
  const keys = (zone: string) => monthsOf([midnight, dateless], zone).map(({ key }) => key);
  expect(keys('UTC')).toEqual(['2026-10', 'Invalid']);
  expect(keys('Australia/Sydney')).toEqual(['2026-11', 'Invalid']);
  expect(headings([dateless])).toEqual([['Without a date', 1, undefined]]);
});
