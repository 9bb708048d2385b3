import { expect, test } from 'vitest';
import { comingBuys, type Planned, shortText } from './cover.ts';

const NOW = Date.parse('2026-11-28T12:00:00Z');

const buy = (over: Partial<Planned> = {}): Planned => ({
  ...{ currency_id: 'BTC', cash_id: 'AUD', amount: '200', every: 'weekly' },
  next_on: '2026-11-29',
  ...over,
});

const cash = (available: string) => ({ code: 'AUD', available });

test('EYE-07 what is bought next, in the order of its days, and what each leaves', () => {
  const ether = buy({
    currency_id: 'ETH',
    amount: '60',
    every: 'fortnightly',
    next_on: '2026-12-04',
  });
  const coming = comingBuys([ether, buy()], cash('500.5'), NOW);
  expect(
    coming.slice(0, 4).map(({ day, asset, left, short }) => [day, asset, left, short]),
  ).toEqual([
    ['2026-11-29', 'BTC', '300.5', undefined],
    ['2026-12-04', 'ETH', '240.5', undefined],
    ['2026-12-06', 'BTC', '40.5', undefined],
    // It is skipped, so it takes nothing from those after it.
    ['2026-12-13', 'BTC', undefined, '159.5'],
  ]);
});

test('EYE-07 a monthly purchase comes once, a paused one and one from other cash not at all', () => {
  const buys = [
    buy({ every: 'monthly', next_on: '2026-12-31' }),
    buy({ next_on: null }),
    buy({ cash_id: 'EUR' }),
  ];
  expect(comingBuys(buys, cash('1000'), NOW).map(({ day }) => day)).toEqual(['2026-12-31']);
});

test('EYE-07 what is missing is said with what helps and by when; what is covered says nothing', () => {
  const said = (available: string, buys: readonly Planned[]): readonly (string | undefined)[] =>
    comingBuys(buys, cash(available), NOW)
      .slice(0, 2)
      .map((one) => shortText(one, cash(available), { now: NOW, timeZone: 'Australia/Sydney' }));
  expect(said('0', [buy({ every: 'monthly' })])).toEqual([
    'You have AU$0.00 in cash; add AU$200.00 before tomorrow, or that day is skipped.',
  ]);
  expect(
    said('300', [buy({ every: 'monthly' }), buy({ every: 'monthly', amount: '150' })]),
  ).toEqual([
    undefined,
    'You have AU$300.00 in cash, of which AU$100.00 is left by then; add AU$50.00 before tomorrow, or that day is skipped.',
  ]);
});
