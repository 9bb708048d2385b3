import { expect, test } from 'vitest';
import { currencyOfContinent, marketCurrencyOf, marketOf, registrationOpen } from './region.ts';

test.each([
  ['EU', 'EUR'],
  ['OC', 'AUD'],
  ['NA', 'USD'],
  ['AS', 'USD'],
  ['', 'USD'],
] as const)('NET-07 continent %s gives %s', (continent, currency) => {
  expect(currencyOfContinent(continent)).toBe(currency);
});

test('NET-05 the geolocated currency counts first, then the continent, then USD', () => {
  expect(marketCurrencyOf({ currency: 'AUD', continentCode: 'OC' })).toBe('AUD');
  expect(marketCurrencyOf({ currency: 'EUR', continentCode: 'EU' })).toBe('EUR');
  expect(marketCurrencyOf({ currency: 'GBP', continentCode: 'EU' })).toBe('USD');
  expect(marketCurrencyOf({ currency: '', continentCode: 'EU' })).toBe('EUR');
  expect(marketCurrencyOf({ currency: '', continentCode: '' })).toBe('USD');
});

test('WAL-06 NET-07 a customer abroad stays in the market of their account', () => {
  const abroad = { currencyName: 'EUR', continentCode: 'EU' };
  expect(marketOf({ user: { currency_code: 'AUD' }, ...abroad })).toBe('AUD');
  expect(marketOf({ user: { currency_code: 'USD' }, ...abroad })).toBe('USD');
  expect(marketOf({ user: { currency_code: '' }, ...abroad })).toBe('EUR');
  expect(marketOf({ user: null, ...abroad })).toBe('EUR');
});

test('AUTH-11 registration is open for AUD and EUR only', () => {
  expect(['AUD', 'EUR', 'USD', 'GBP', ''].map(registrationOpen)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
