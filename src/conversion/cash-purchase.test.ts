import { expect, test } from 'vitest';
import type { ButtonInput } from '#core/money/swap-form.ts';
import { boughtText, cashButton, cashErrorText, cashPair, notEnoughCash } from './cash-purchase.ts';

test('BANK-04 a purchase with cash begins with the asset that the page is about, paid in the market’s cash', () => {
  expect(cashPair('EUR', 'SOL')).toEqual({ source: 'EUR', target: 'SOL' });
  expect(cashPair('AUD', undefined)).toEqual({ source: 'AUD', target: 'BTC' });
  // Not offered there (D9), and no cash at all (D37).
  expect(cashPair('EUR', 'USDT')).toEqual({ source: 'EUR', target: 'BTC' });
  expect(cashPair('USD', 'BTC')).toBeUndefined();
});

const labelOf = (over: Partial<ButtonInput>): string =>
  cashButton({
    amount: '10',
    cover: 'covered',
    quote: 'active',
    converting: false,
    source: 'AUD',
    target: 'BTC',
    lasting: false,
    ...over,
  }).label;

test('BANK-04 the button speaks of buying, and is off while there is not enough cash', () => {
  expect(labelOf({})).toBe('Buy BTC');
  expect(labelOf({ converting: true })).toBe('Buying...');
  expect(labelOf({ quote: 'loading' })).toBe('Getting Quote...');
  expect(labelOf({ cover: 'short' })).toBe('Low Balance');
  expect(notEnoughCash('AUD')).toBe('Not enough cash to buy this');
  expect(boughtText('10', 'AUD', '0.0001', 'BTC')).toBe('You bought 0.0001 BTC for 10 AUD');
  expect(cashErrorText({ kind: 'timeout' })).toBe('Nothing was bought.');
});
