import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  accountOfText,
  accountText,
  bsbHint,
  bsbProblem,
  bsbText,
  checkedIban,
  ibanHint,
  ibanProblem,
  ibanText,
  parseAccountNumber,
  parseBsb,
  parseIban,
  shownAccount,
} from './account-number.ts';

/** Examples of the registry of ISO 13616. */
const published = [
  'LT12 1000 0111 0100 1000',
  'DE89 3704 0044 0532 0130 00',
  'GB29 NWBK 6016 1331 9268 19',
  'FR14 2004 1010 0505 0001 3M02 606',
  'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
  'NO93 8601 1117 947',
];

test('PROF-05 published IBANs are read, however they are written', () => {
  for (const iban of published) {
    const plain = iban.replaceAll(' ', '');
    expect(parseIban(iban)).toBe(plain);
    expect(parseIban(plain.toLowerCase())).toBe(plain);
    expect(ibanText(plain)).toBe(iban);
  }
});

test('PROF-05 one wrong sign in an IBAN is always found', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...published.map((iban) => iban.replaceAll(' ', ''))),
      fc.nat(),
      fc.integer({ min: 0, max: 9 }),
      (iban, place, digit) => {
        const at = 2 + (place % (iban.length - 2));
        fc.pre(/\d/.test(iban[at] ?? '') && iban[at] !== String(digit));
        const changed = iban.slice(0, at) + digit + iban.slice(at + 1);
        expect(parseIban(changed)).toBeUndefined();
      },
    ),
  );
});

test('PROF-05 what is no IBAN of SEPA is refused', () => {
  for (const wrong of ['', 'LT', 'LT1210000111010010', 'XX89370400440532013000', '١٢٣٤', '0000']) {
    expect(parseIban(wrong)).toBeUndefined();
  }
});

test('PROF-05 BSB and account numbers are digits of their lengths', () => {
  expect(parseBsb('062-000')).toBe('062000');
  expect(bsbText('062000')).toBe('062-000');
  expect(parseBsb('06200')).toBeUndefined();
  expect(parseAccountNumber('1234 5678')).toBe('12345678');
  for (const wrong of ['1234', '1234567890', '12a45', '']) {
    expect(parseAccountNumber(wrong)).toBeUndefined();
  }
});

test('BANK-05 the text of an account leads back to it, and no two share one', () => {
  const digits = (least: number, most: number) =>
    fc.stringMatching(new RegExp(`^\\d{${least},${most}}$`));
  const local = fc.record({ bsb: digits(6, 6), account_number: digits(5, 9) });
  const account = fc.oneof(
    local.map((one) => ({ iban: '', ...one })),
    digits(18, 18).map((one) => ({ iban: checkedIban('DE', one), bsb: '', account_number: '' })),
  );
  fc.assert(
    fc.property(account, (one) => {
      expect(accountOfText(accountText(one))).toEqual(one);
    }),
  );
  expect(shownAccount('062000 12345678')).toBe('062-000 12345678');
  expect(shownAccount('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
});

test('BANK-07 nothing is said against an IBAN that is being typed rightly, and its end tells that it fits', () => {
  for (const iban of published) {
    for (let length = 0; length < iban.length; length += 1) {
      expect(ibanProblem(iban.slice(0, length))).toBeUndefined();
    }
    expect(ibanProblem(iban)).toBeUndefined();
    expect(ibanHint(iban)).toMatch(/^\p{L}[\p{L} ]+, its check digits fit$/u);
  }
  expect(ibanHint('DE89 37')).toBe('Germany, 6 of 22 characters');
  expect(ibanHint('D')).toBe('');
});

test.each([
  ['1', 'An IBAN begins with the two letters of its country'],
  ['US', 'No IBAN that receives euros begins with US'],
  ['DEA', 'Two digits follow the letters of the country'],
  ['GB00HLFX11016111455365', 'A character is wrong or swapped: the check digits do not fit'],
  ['DE89_', 'An IBAN has letters and digits only'],
  ['DE88370400440532013000', 'A character is wrong or swapped: the check digits do not fit'],
  ['DE893704004405320130001', 'An IBAN of Germany has 22 characters, and this has 23'],
])('BANK-07 what is wrong with “%s” is said while it is typed', (typed, text) => {
  expect(ibanProblem(typed)).toBe(text);
});

test('BANK-07 the last character of an IBAN tells of one wrong sign, wherever it is', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...published),
      fc.nat(),
      fc.integer({ min: 1, max: 9 }),
      (iban, at, by) => {
        const plain = iban.replaceAll(' ', '');
        const places = [...plain.slice(4)].flatMap((sign, i) => (/\d/.test(sign) ? [i + 4] : []));
        const place = places[at % places.length] ?? 4;
        const wrong = String((Number(plain[place]) + by) % 10);
        expect(ibanProblem(plain.slice(0, place) + wrong + plain.slice(place + 1))).toContain(
          'check digits',
        );
      },
    ),
  );
});

test('BANK-07 a BSB is checked while it is typed, and names its bank where the list has it', () => {
  expect(['', '0', '06', '062-00', '062-000'].map(bsbProblem)).toEqual(Array(5).fill(undefined));
  expect(bsbProblem('062-0001')).toBe('A BSB has 6 digits');
  expect(bsbProblem('06a')).toBe('A BSB has digits only');
  expect(['0', '06', '062-000', '633-000', '923', '999-999'].map(bsbHint)).toEqual([
    ...['', 'Commonwealth Bank', 'Commonwealth Bank', 'Bendigo Bank', 'ING Australia', ''],
  ]);
});

test.each([
  'AL47 2121 1009 0000 0002 3569 8741',
  'MD24 AG00 0225 1000 1310 4168',
  'ME25 5050 0001 2345 6789 51',
  'MK07 2501 2000 0058 984',
  'RS35 2600 0560 1001 6113 79',
])('HARD-61 %s receives euros, too', (iban) => {
  expect(parseIban(iban)).toBe(iban.replaceAll(' ', ''));
  expect(ibanProblem(iban)).toBeUndefined();
});

test.each(['GB00HLFX11016111455365', 'GB01BARC20714583608387'])(
  'HARD-61 %s has check digits that nobody computes',
  (iban) => {
    expect(parseIban(iban)).toBeUndefined();
  },
);

test.each([
  'DE89\u20133704 0044 0532 0130 00',
  'DE89\u200b3704\u00ad0044053201300\u20110',
  'IBAN: DE89 3704 0044 0532 0130 00',
  'iban DE89370400440532013000',
  'DE٨٩ 3704 0044 0532 0130 00',
])('HARD-61 pasted %j is an IBAN', (text) => {
  expect(parseIban(text)).toBe('DE89370400440532013000');
  expect(ibanProblem(text)).toBeUndefined();
});

test.each(['062\u2013000', '062\u2011000', 'BSB: 062-000', '\u200e062 000', '０６２０００'])(
  'HARD-61 pasted %j is a BSB',
  (text) => {
    expect(parseBsb(text)).toBe('062000');
    expect(bsbProblem(text)).toBeUndefined();
  },
);

test('HARD-61 an account number is read behind its own name', () => {
  expect(parseAccountNumber('Account number: 1234\u00a05678')).toBe('12345678');
  expect(parseAccountNumber('acc 1234\u20135678')).toBe('12345678');
});

test('HARD-61 a text longer than any account is none, whatever is in it', () => {
  for (const part of ['IBAN', ' ', '\u200b', 'DE', '٥', '-']) {
    const text = part.repeat(10_000 / part.length);
    expect([parseIban(text), parseBsb(text), parseAccountNumber(text)]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
  }
});
