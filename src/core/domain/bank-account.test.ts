import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bsbText, ibanText, parseAccountNumber, parseBsb, parseIban } from './bank-account.ts';

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
