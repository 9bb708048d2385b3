import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Address,
  addressFields,
  birthText,
  differs,
  savedAddress,
  whyNot,
} from './account-form.ts';

const address: fc.Arbitrary<Address> = fc.record({
  city: fc.string(),
  address: fc.string(),
  state: fc.string(),
  postal: fc.string(),
});

test('PROF-03 there is something to save exactly when a value differs, blanks around it aside', () => {
  fc.assert(
    fc.property(address, address, (form, saved) => {
      const same = addressFields.every((field) => form[field].trim() === saved[field].trim());
      expect(differs(form, saved)).toBe(!same);
    }),
  );
  fc.assert(
    fc.property(address, fc.constantFrom(...addressFields), (saved, field) => {
      expect(differs(saved, saved)).toBe(false);
      expect(differs({ ...saved, [field]: ` ${saved[field]} ` }, saved)).toBe(false);
      expect(differs({ ...saved, [field]: `${saved[field]}x` }, saved)).toBe(true);
    }),
  );
});

test('PROF-02 a date of birth reads as in Britain, and as a dash where there is none', () => {
  expect(birthText('1990-02-28')).toBe('28/02/1990');
  expect(birthText('2004-12-01T00:00:00.000Z')).toBe('01/12/2004');
  for (const none of ['', 'yesterday', '1990-02-30', '1990-13-01', '28/02/1990']) {
    expect(birthText(none)).toBe('-');
  }
});

test('PROF-02 a customer without an address has empty fields', () => {
  expect(savedAddress(null)).toEqual({ city: '', address: '', state: '', postal: '' });
});

test('HARD-36 a failed save says once that it failed, and then what is known of it', () => {
  const status = (code: number) =>
    ({ kind: 'unreadable', status: code, reason: 'format' }) as const;
  expect(whyNot(status(500))).toBe(
    'No answer came that can be read. (Request failed with status code 500.)',
  );
  expect(whyNot(status(200))).toBeUndefined();
  expect(whyNot({ kind: 'offline' })).toBe('You are offline. Nothing was sent.');
});
