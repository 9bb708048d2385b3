import { expect, test } from 'vitest';
import { fiatCodes } from './currencies.ts';
import { fiatSymbol, formatCrypto, formatDecimal, formatFiat, formatPrice } from './format.ts';

test('FMT-01 fiat has two decimals, its symbol first and en-US groups', () => {
  expect(formatFiat('23670.62', 'EUR')).toBe('€23,670.62');
  expect(formatFiat('0', 'USD')).toBe('$0.00');
  expect(formatFiat('1234567.899', 'AUD')).toBe('AU$1,234,567.89');
  expect(formatFiat('-5.5', 'GBP')).toBe('\u2212£5.50');
});

test('EASE-13 what is too little to be shown is never shown as zero', () => {
  expect(formatFiat('0.0099', 'AUD')).toBe('< AU$0.01');
  expect(formatFiat('-0.0000001', 'AUD')).toBe('> \u2212AU$0.01');
  expect(formatFiat('0.00', 'AUD')).toBe('AU$0.00');
  expect(formatFiat('0.01', 'AUD')).toBe('AU$0.01');
  expect(formatPrice('0.00001', 'EUR')).toBe('< €0.0001');
  expect(formatPrice('0.0001', 'EUR')).toBe('€0.0001');
});

test('FMT-01 each fiat currency has its symbol', () => {
  expect(fiatCodes.map(fiatSymbol)).toEqual(['$', '€', 'AU$', '£', 'C$', '¥']);
  expect(fiatSymbol('CHF')).toBe('CHF\u00a0');
  expect(fiatSymbol('constructor')).toBe('constructor\u00a0');
});

test('FMT-01 crypto has up to eight decimals, trimmed at rest and full while live', () => {
  expect(formatCrypto('0.18452210', 'BTC')).toBe('0.1845221\u00a0BTC');
  expect(formatCrypto('1250', 'USDC')).toBe('1,250\u00a0USDC');
});

test('FMT-01 between zero and eight decimals, and nothing is ever rounded up', () => {
  expect(formatDecimal('999.999999999')).toBe('999.99999999');
  expect(formatDecimal('1000000')).toBe('1,000,000');
  expect(formatDecimal('0.999', 2, 2)).toBe('0.99');
  expect(formatDecimal('-0.001', 2, 2)).toBe('0.00');
});

test('FMT-01 a unit price below one shows four decimals', () => {
  expect(formatPrice('0.92041', 'EUR')).toBe('€0.9204');
  expect(formatPrice('67640.18', 'EUR')).toBe('€67,640.18');
});

test('BEY-23 what is not a number is shown as it is, never as zero', () => {
  expect(formatDecimal('?')).toBe('?');
});
