import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSamePerson } from './person-name.ts';

const ona = { first: 'Ona Marija', last: 'Žukauskienė-Petraitė' };

test.each([
  ['Ona Žukauskienė-Petraitė', true],
  ['ZUKAUSKIENE PETRAITE, ONA', true],
  ['Mrs O. Zukauskiene Petraite', true],
  ['Ona Zukauskiene Petraite and Jonas Petraitis', true],
  ['Jonas Zukauskiene Petraite', false],
  ['Ona Petraite', false],
  ['Zukauskiene Petraite', false],
  ['Ona', false],
  ['', false],
])('BANK-02 a transfer from “%s” is from the customer: %s', (payer, same) => {
  expect(isSamePerson(ona, payer)).toBe(same);
});

const word = fc.stringMatching(/^[a-z]{2,8}$/);

test('BANK-02 order, capitals and signs change nothing, and nobody without a name is the same as anybody', () => {
  fc.assert(
    fc.property(word, word, (first, last) => {
      const name = { first, last };
      fc.pre(
        !['mr', 'mrs', 'ms', 'mx', 'dr', 'prof', 'herr', 'frau'].some(
          (t) => t === first || t === last,
        ),
      );
      expect(isSamePerson(name, `${last.toUpperCase()}, ${first}`)).toBe(true);
      expect(isSamePerson(name, `${first} ${last}`)).toBe(true);
      expect(isSamePerson({ first: '', last }, `${first} ${last}`)).toBe(false);
      expect(isSamePerson({ first, last: '' }, `${first} ${last}`)).toBe(false);
    }),
  );
});
