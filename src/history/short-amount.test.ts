import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortAmount, shortCrypto } from './short-amount.ts';

test.each([
  ['0', '0'],
  ['0.5', '0.5'],
  ['3808.804624', '3,808.8'],
  ['120.639623', '120.639'],
  ['0.00072488', '0.00072488'],
  ['0.12345678', '0.123456'],
  ['0.00000001', '0.00000001'],
  ['0.000000001', '<0.00000001'],
  ['999999.999999', '999,999'],
  ['1000000', '1M'],
  ['98765432.123456', '98.7654M'],
  ['1234567890', '1.23456B'],
  ['007.10', '7.1'],
  ['?', '?'],
])('EASE-01 %s is listed as %s', (exact, short) => {
  expect(shortAmount(exact)).toBe(short);
});

test('EASE-01 the code follows after a space that does not break', () => {
  expect(shortCrypto('0.5', 'BTC')).toBe('0.5\u00a0BTC');
});

test('EASE-01 no amount has more than six significant digits or is listed as more than it is', () => {
  const amounts = fc.tuple(
    fc.bigInt({ min: 0n, max: 10n ** 11n }),
    fc.bigInt({ min: 0n, max: 10n ** 8n - 1n }),
  );
  fc.assert(
    fc.property(amounts, ([whole, part]) => {
      const text = shortAmount(`${whole}.${part.toString().padStart(8, '0')}`);
      const digits = text.replace(/[^\d]/g, '').replace(/^0+/, '');
      expect(digits.length).toBeLessThanOrEqual(6);
      const unit = text.endsWith('B') ? 1e9 : text.endsWith('M') ? 1e6 : 1;
      const shown = Number(text.replace(/[,MB]/g, '')) * unit;
      const exact = Number(whole) + Number(part) / 1e8;
      expect(shown).toBeLessThanOrEqual(exact * (1 + 1e-12));
      expect(shown).toBeGreaterThanOrEqual(exact * (1 - 1e-5));
    }),
  );
});
