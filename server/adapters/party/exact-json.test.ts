import fc from 'fast-check';
import { expect, test } from 'vitest';
import { member, parseExactJson, plainDecimal } from './exact-json.ts';

const number = (text: string, decimals = 8) =>
  plainDecimal(member(parseExactJson(`{"n":${text}}`), 'n'), decimals);

test('FMT-01 a provider’s number keeps every digit it was written with', () => {
  expect(number('67187.33589365664012345', 20)).toBe('67187.33589365664012345');
  expect(number('0.1')).toBe('0.1');
  expect(number('9007199254740993')).toBe('9007199254740993');
});

test('FMT-01 exponents are written out exactly', () => {
  expect(number('1e-7')).toBe('0.0000001');
  expect(number('1.25E-3')).toBe('0.00125');
  expect(number('1.5e3')).toBe('1500');
  expect(number('12.3456e2')).toBe('1234.56');
  expect(number('1e-9')).toBe('0');
  expect(number('-2.5e-1')).toBe('-0.25');
});

test('decimals beyond the limit are cut towards zero', () => {
  expect(number('1.999999999', 2)).toBe('1.99');
  expect(number('-1.999', 2)).toBe('-1.99');
});

test('a value that is not a number reads as undefined', () => {
  for (const text of ['"abc"', 'true', 'null', '[]', '{}', '"0x10"', '"1,5"', '"٣"']) {
    expect(number(text)).toBeUndefined();
  }
  expect(parseExactJson('{"n":')).toBeUndefined();
});

test('a number with any mantissa and exponent is written out exactly', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 15n }),
      fc.integer({ min: -12, max: 12 }),
      (mantissa, exponent) => {
        const scaled = mantissa * 10n ** BigInt(exponent + 12);
        const digits = scaled.toString().padStart(13, '0');
        const fraction = digits.slice(-12).replace(/0+$/, '');
        const plain = fraction ? `${digits.slice(0, -12)}.${fraction}` : digits.slice(0, -12);
        expect(number(`${mantissa}e${exponent}`, 12)).toBe(plain);
      },
    ),
  );
});
