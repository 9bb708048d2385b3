import { expect, test } from 'vitest';
import { emptyRegistration } from './registration-draft.ts';
import { isOpenIn, signUpErrors } from './sign-up-rules.ts';

const today = '2026-11-21';
const good = {
  firstName: 'Rūta',
  lastName: 'Kazlauskaitė',
  email: 'ruta@kopa.test',
  password: 'Kopa-demo-2026!',
  confirmation: 'Kopa-demo-2026!',
  dateOfBirth: '1990-02-28',
};

test('AUTH-04 AUTH-10 an empty form names every field, a good one none', () => {
  expect(signUpErrors(emptyRegistration, today)).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Email is required',
    password: 'Password is required',
    confirmation: 'Please confirm your password',
    dateOfBirth: 'Date of birth is required',
  });
  expect(signUpErrors(good, today)).toEqual({});
});

test('AUTH-08 a confirmation that differs from the password', () => {
  expect(signUpErrors({ ...good, confirmation: 'Kopa-demo-2026' }, today)).toEqual({
    confirmation: 'Passwords do not match',
  });
});

test('AUTH-11 registration is open in Australia and the euro countries, and nowhere else', () => {
  expect(isOpenIn({ currency: 'AUD', continentCode: 'OC' })).toBe(true);
  expect(isOpenIn({ currency: 'EUR', continentCode: 'EU' })).toBe(true);
  expect(isOpenIn({ currency: 'USD', continentCode: 'NA' })).toBe(false);
  expect(isOpenIn({ currency: 'GBP', continentCode: 'EU' })).toBe(false);
  expect(isOpenIn({ currency: '', continentCode: 'OC' })).toBe(true);
  expect(isOpenIn({ currency: '', continentCode: '' })).toBe(false);
});
