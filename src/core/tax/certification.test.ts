import { expect, test } from 'vitest';
import { countries, countryName, isCountry } from '#core/people/country.ts';
import {
  addressProblems,
  certificationProblem,
  type HomeAddress,
  maskedNumber,
  plainResidence,
  residenceProblems,
} from './certification.ts';

const home: HomeAddress = {
  ...{ address: 'Gedimino pr. 1', city: 'Vilnius', state: '', postal: '01103', country: 'LT' },
};
const lithuanian = { country: 'LT', number: '38703181745' };

test('KEEP-14 one to five countries are certified, each once, with a number or why there is none', () => {
  expect(certificationProblem(home, [lithuanian])).toBeUndefined();
  expect(certificationProblem(home, [])).toBe('State one to 5 countries.');
  const others = ['KE', 'GH', 'EG', 'PE', 'QA'].map((country) => ({ country, number: 'A1234' }));
  expect(certificationProblem(home, [lithuanian, ...others])).toBe('State one to 5 countries.');
  expect(residenceProblems([lithuanian, lithuanian])).toEqual([
    {},
    { country: 'Lithuania stands here already.' },
  ]);
  expect(residenceProblems([{ country: '', number: '' }])).toEqual([
    { country: 'Choose a country.' },
  ]);
  expect(residenceProblems([{ country: 'AU', number: '' }])).toEqual([
    { number: 'Enter your Tax File Number (TFN), or choose why you have none.' },
  ]);
  expect(residenceProblems([{ country: 'AU', number: '123 456 789' }])).toEqual([
    { number: 'This is no Tax File Number (TFN): a character may be mistyped.' },
  ]);
});

test('KEEP-14 that a country issues no numbers is believed only where none are known', () => {
  const none = { number: '', without: 'none-issued' } as const;
  expect(residenceProblems([{ country: 'AE', ...none }])).toEqual([{}]);
  expect(residenceProblems([{ country: 'DE', ...none }])).toEqual([
    { number: 'Germany issues tax numbers. Enter yours.' },
  ]);
  expect(residenceProblems([{ country: 'DE', number: '', without: 'not-yet' }])).toEqual([{}]);
});

test('KEEP-14 an address has all but a state, which is not everywhere', () => {
  expect(addressProblems(home)).toEqual({});
  expect(addressProblems({ address: ' ', city: '', state: '', postal: '', country: 'ZZ' })).toEqual(
    {
      address: 'Enter the street and number.',
      city: 'Enter the city.',
      postal: 'Enter the postcode.',
      country: 'Choose a country.',
    },
  );
});

test('KEEP-14 numbers are kept plain, and shown by their end', () => {
  expect(plainResidence({ country: 'AU', number: '123 456 782' })).toEqual({
    country: 'AU',
    number: '123456782',
  });
  expect(plainResidence({ country: 'DE', number: 'x', without: 'not-yet' })).toEqual({
    ...{ country: 'DE', number: '', without: 'not-yet' },
  });
  expect(maskedNumber('123456782')).toBe('•••782');
});

test('every country has a name, and stands in the list once', () => {
  expect(countries.length).toBeGreaterThan(240);
  expect(new Set(countries.map(({ name }) => name)).size).toBe(countries.length);
  expect(countries.every(({ code, name }) => name !== code)).toBe(true);
  expect(countryName('ZZ')).toBe('ZZ');
  expect(isCountry('lt')).toBe(false);
});
