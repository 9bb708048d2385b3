import { expect, test } from 'vitest';
import { countryOf } from './country.ts';
import { compareNames, matchPerson } from './verified-person.ts';

const said = { first: 'Max', last: 'Müller', born: '1990-02-03' };
const document = { ...said, country: 'DE', latin: '' };

test.each([
  ['same', {}],
  ['same', { last: 'MUELLER', first: 'MAX PETER' }],
  ['same', { first: 'Μαξ', last: 'Μύλλερ', latin: 'Max Muller' }],
  ['near', { last: 'Müler' }],
  ['birth-date', { born: '1961-02-03' }],
  ['other', { first: 'Ivan', last: 'Listed', born: '1961-02-03' }],
  ['other', { first: 'Ivan', last: 'Listed' }],
  ['unnamed', { first: '', last: '' }],
  ['unnamed', { born: '' }],
] as const)('READ-09 a document is %s as what was typed: %o', (match, more) => {
  expect(matchPerson(said, { ...document, ...more })).toBe(match);
});

test('READ-09 who types all their names is whoever has some of them in a document', () => {
  expect(matchPerson({ ...said, first: 'Max Peter' }, document)).toBe('same');
  expect(matchPerson(said, undefined)).toBe('unnamed');
});

test('READ-09 the name of the document counts beside the typed one', () => {
  const names = [said, { first: 'Maximilian', last: 'Müller-Schmidt' }];
  expect(compareNames(names, 'Maximilian Mueller Schmidt')).toBe('same');
  expect(compareNames(names, 'Max Müller')).toBe('same');
  expect(compareNames(names, 'Somebody Else')).toBe('other');
});

test('READ-09 a country is read with two letters or three', () => {
  expect(['AUS', 'deu', 'LT', 'XKX', 'nowhere', ''].map(countryOf)).toEqual([
    ...['AU', 'DE', 'LT', 'XK', '', ''],
  ]);
});
