import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CONTROL_FROM_EUR_CENTS,
  type Counterparty,
  cleanCounterparty,
  contradicts,
  counterpartyProblem,
  counterpartyText,
  needsControl,
} from './counterparty.ts';

const ada: Counterparty = { owner: 'other', name: 'Ada Lovelace', country: 'GB', provider: '' };

test.each([
  [{ ...ada }, undefined],
  [{ ...ada, name: '李雷' }, undefined],
  [{ ...ada, name: 'Ольга Петрова' }, undefined],
  [{ ...ada, name: 'X' }, 'name'],
  [{ ...ada, name: '12 34' }, 'name'],
  [{ ...ada, name: 'a'.repeat(141) }, 'name'],
  [{ ...ada, country: '' }, 'country'],
  [{ ...ada, country: 'XX' }, 'country'],
  [{ ...ada, provider: '1' }, undefined],
  [{ ...ada, provider: '—' }, 'provider'],
] as const)('KEEP-07 %o has a problem with: %s', (said, field) => {
  expect(counterpartyProblem(cleanCounterparty(said))?.field).toBe(field);
});

test('KEEP-07 of the customer no name is kept, and cleaning once is cleaning for good', () => {
  const said = fc.record({
    owner: fc.constantFrom('customer' as const, 'other' as const),
    name: fc.string({ unit: 'grapheme' }),
    country: fc.constantFrom('gb', 'LT', ''),
    provider: fc.string({ unit: 'grapheme' }),
  });
  fc.assert(
    fc.property(said, (one) => {
      const clean = cleanCounterparty(one);
      expect(cleanCounterparty(clean)).toEqual(clean);
      if (one.owner === 'customer') expect(clean).toMatchObject({ name: '', country: '' });
    }),
  );
});

test('KEEP-07 it reads as whose it is and who keeps it', () => {
  const mine = { owner: 'customer', name: '', country: '', provider: '' } as const;
  expect(counterpartyText(mine)).toBe('Yours, in your own wallet');
  expect(counterpartyText({ ...mine, provider: 'Example' })).toBe('Yours, at Example');
  expect(counterpartyText(ada)).toBe('Ada Lovelace, United Kingdom, in their own wallet');
  expect(counterpartyText({ ...ada, provider: 'Example' })).toBe(
    'Ada Lovelace, United Kingdom, at Example',
  );
});

test('KEEP-07 KEEP-13 control is shown of an own wallet alone, from EUR 1,000, and not in Australia', () => {
  const mine = { owner: 'customer', provider: '' } as const;
  const at = CONTROL_FROM_EUR_CENTS;
  expect(at).toBe(100_000n);
  expect(needsControl(mine, 'EUR', at)).toBe(true);
  expect(needsControl(mine, 'EUR', at - 1n)).toBe(false);
  expect(needsControl(mine, 'AUD', at * 100n)).toBe(false);
  expect(needsControl({ ...mine, provider: 'Example' }, 'EUR', at)).toBe(false);
  expect(needsControl({ owner: 'other', provider: '' }, 'EUR', at)).toBe(false);
});

const ADA = { owner: 'other', name: 'Ada Lovelace', country: 'GB', provider: 'Example' } as const;
const MINE = { owner: 'customer', name: '', country: '', provider: 'Example' } as const;
const OWN = [{ first: 'Tess', last: 'Person' }];

test.each([
  ['the same name', ADA, { ...ADA, name: 'LOVELACE ADA' }, false],
  ['another country and provider', ADA, { ...ADA, country: 'IE', provider: 'Example Ltd' }, false],
  ['an initial', ADA, { ...ADA, name: 'A. Lovelace' }, false],
  ['somebody else', ADA, { ...ADA, name: 'Charles Babbage' }, true],
  [
    'a company, written otherwise',
    { ...ADA, name: 'Analytical Engines Limited' },
    { ...ADA, name: 'ANALYTICAL ENGINES LTD.' },
    false,
  ],
  [
    'another company',
    { ...ADA, name: 'Analytical Engines Limited' },
    { ...ADA, name: 'Difference Ltd' },
    true,
  ],
  ['the customer, at a provider', MINE, { ...ADA, name: 'TESS PERSON' }, false],
  ['somebody else, where it was said to be one’s own', MINE, ADA, true],
  [
    'an account at a provider, where it was said to be a wallet',
    { ...MINE, provider: '' },
    { ...ADA, name: 'Tess Person' },
    true,
  ],
  [
    'the customer, where it was said to be somebody else',
    ADA,
    { ...ADA, name: 'Tess Person' },
    true,
  ],
] as const)(
  'READ-17 a message contradicts a customer’s word, or does not: %s',
  (_, said, told, expected) => {
    expect(contradicts(told, said, OWN)).toBe(expected);
  },
);
