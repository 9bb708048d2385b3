import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caretAfter, readAmount } from './amount-input.ts';

const twoReadings = {
  kind: 'doubtful',
  text: 'That could be read in two ways. Type it without a thousands separator.',
};
const pasted = (text: string, currency = 'BTC') => readAmount(text, '', 8, currency);
const value = (text: string) => ({ kind: 'amount', value: text });

/** Types a text one character after the other, as a person does. */
const typed = (text: string, precision = 8): string =>
  [...text].reduce((held, char) => {
    const reading = readAmount(held + char, held, precision, 'BTC');
    return reading.kind === 'amount' ? reading.value : held;
  }, '');

test('SWAP-03 an amount keeps digits and one dot and is cut to the source precision', () => {
  expect(typed('12a3.4.5')).toBe('123.45');
  expect(typed('0.123456789')).toBe('0.12345678');
  expect(typed('0.12345678', 6)).toBe('0.123456');
  expect(typed('.5')).toBe('0.5');
  expect(typed('007')).toBe('7');
  expect(typed('5.')).toBe('5.');
});

test('BEY-08 a typed comma is the decimal mark', () => {
  expect(typed('0,5')).toBe('0.5');
  expect(typed('1,234')).toBe('1.234');
  expect(typed('1,2,3')).toBe('1.23');
});

test('BEY-08 thousands that are typed with their marks never become a thousandth of it', () => {
  expect(typed('1,500.50')).toBe('1500.50');
  expect(typed('12.000,5')).toBe('12000.5');
  expect(typed('1,500.', 8)).toBe('1500.');
});

test('BEY-08 thousands typed into a field of two decimals are doubted at their second mark', () => {
  for (const [held, text] of [
    ['1.50', '1.50.'],
    ['12.00', '12.00,'],
    ['100.34', '100.34.'],
  ] as const) {
    expect(readAmount(text, held, 2, 'AUD')).toEqual(twoReadings);
  }
  expect(readAmount('1234.56.', '1234.56', 2, 'AUD')).toEqual({ kind: 'refused' });
});

test('SPEC-09 digits beyond the decimals are dropped in the same way at every length', () => {
  for (const whole of ['0', '1', '12', '100', '999', '1234', '12345', '123456789']) {
    expect(typed(`${whole}.345`, 2)).toBe(`${whole}.34`);
    expect(typed(`${whole},345`, 2)).toBe(`${whole}.34`);
    expect(typed(`${whole}.3456`, 2)).toBe(`${whole}.34`);
    expect(readAmount(`${whole}.345`, `${whole}.34`, 2, 'AUD')).toEqual(value(`${whole}.34`));
  }
});

test.each([
  ['0,5', '0.5'],
  ['1,23', '1.23'],
  ['0,500', '0.500'],
  ['1234,567', '1234.567'],
  ['1,234.56', '1234.56'],
  ['1.234,56', '1234.56'],
  ['1,234,567', '1234567'],
  ['1.234.567', '1234567'],
  ['1 234.5', '1234.5'],
  ["1'234.5", '1234.5'],
  ['\u00a00.1845221\u00a0BTC ', '0.1845221'],
  ['btc 2.5', '2.5'],
  ['  2.5\n', '2.5'],
  ['', ''],
])('BEY-08 pasting %j gives %s', (text, amount) => {
  expect(pasted(text)).toEqual(value(amount));
});

test.each([
  ['€1,150.50', 'EUR', '1150.50'],
  ['1 150,50 €', 'EUR', '1150.50'],
  ['AU$1,150.50', 'AUD', '1150.50'],
  ['A$5.5 AUD', 'AUD', '5.5'],
  ['$7', 'AUD', '7'],
  ['US$7.25', 'USD', '7.25'],
  ['usdc 2.5', 'USDC', '2.5'],
])('BEY-08 BUY-02 pasting %j into a field of %s gives %s', (text, currency, amount) => {
  expect(pasted(text, currency)).toEqual(value(amount));
});

test.each([
  ['$500', 'BTC'],
  ['5 USDC', 'BTC'],
  ['5 BTC', 'USDC'],
  ['€5', 'AUD'],
  ['US$5', 'AUD'],
  ['5 AUD', 'EUR'],
  ['£5', 'EUR'],
  ['5 mBTC', 'BTC'],
  ['mBTC 5', 'BTC'],
  ['5k', 'BTC'],
  ['5 sat', 'BTC'],
  ['5 GWEI', 'ETH'],
  ['1e-7', 'BTC'],
  ['0x10', 'BTC'],
])('BEY-08 %j is no amount for a field of %s, and the customer is told', (text, currency) => {
  expect(pasted(text, currency)).toEqual({
    kind: 'doubtful',
    text: `That isn’t an amount in ${currency}. Type the amount in ${currency}.`,
  });
});

test('BEY-08 a text with two readings is refused, not guessed', () => {
  expect(pasted('1,234')).toEqual(twoReadings);
  expect(pasted('12,000')).toEqual(twoReadings);
  expect(readAmount('1,234', '123456', 8, 'BTC')).toEqual(twoReadings);
  // Only the mark is new: it may have been typed between the digits, or all of it pasted over them.
  expect(readAmount('1,500', '1500', 8, 'BTC')).toEqual(twoReadings);
  expect(readAmount('1,500', '1.500', 8, 'BTC')).toEqual(twoReadings);
  expect(readAmount('15,00', '1500', 8, 'BTC')).toEqual(value('15.00'));
});

test.each(['-5', '\u22125', 'NaN', '½', 'Ⅷ', '1,23.4,5', '1.23.4', 'abc', '9'.repeat(19)])(
  'BEY-08 pasting %j changes nothing',
  (text) => {
    expect(pasted(text)).toEqual({ kind: 'refused' });
  },
);

test('BEY-08 a dot typed inside a number never turns decimals into thousands', () => {
  expect(readAmount('1.234.567', '1.234567', 8, 'BTC')).toEqual({ kind: 'refused' });
});

test('BEY-08 the caret stays where the customer types', () => {
  expect(caretAfter('1,', 2, '1.')).toBe(2);
  expect(caretAfter('12.50', 1, '12.50')).toBe(1);
  expect(caretAfter('.5', 1, '0.5')).toBe(2);
  expect(caretAfter('0.9123456789', 3, '0.91234567')).toBe(3);
});

test('BEY-08 any plain decimal within the precision reads as itself', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 17n), fc.nat(99_999_999), (whole, fraction) => {
      const text = `${whole}.${String(fraction).padStart(8, '0')}`;
      expect(pasted(text)).toEqual(value(text));
    }),
  );
});

test('BEY-08 whatever arrives, what is kept is a decimal the contract accepts', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, previous) => {
      const reading = readAmount(text, previous, 8, 'BTC');
      if (reading.kind === 'amount') expect(reading.value).toMatch(/^(\d+(\.\d{0,8})?)?$/);
    }),
  );
});

test.each([
  ['1 234 567', '1234567'],
  ["12'345.5", '12345.5'],
  ['1\u202f234,5', '1234.5'],
  ['0.001 234 56', '0.00123456'],
  ['₿0.5', '0.5'],
  ['١٢٣', '123'],
  ['１２３．５', '123.5'],
  ['٣٫٥', '3.5'],
  ['१२', '12'],
  ['𝟏𝟐.𝟑', '12.3'],
  ['1\u200b2', '12'],
])('HARD-61 pasting %j gives %s', (text, amount) => {
  expect(pasted(text)).toEqual(value(amount));
});

test.each(['2\t500', '10 20', '3 1', '0.5\t100', "1'5", '1 2345', "1 234'567", '12\n345', '0 123'])(
  'HARD-61 %j may be two numbers, and is not made one',
  (text) => {
    expect(pasted(text)).toEqual(twoReadings);
  },
);

test('HARD-61 digits of every script are typed one by one', () => {
  expect(typed('٥٦')).toBe('56');
  expect(typed('１.５')).toBe('1.5');
});

test('HARD-61 a text longer than any amount is refused unread', () => {
  for (const part of [' ', '1 ', "1'", '1,', 'a1', '\u200b', '٥']) {
    expect(pasted(part.repeat(10_000 / part.length))).toEqual({ kind: 'refused' });
  }
});
