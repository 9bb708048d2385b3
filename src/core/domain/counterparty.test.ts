import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CONTROL_FROM_EUR_CENTS,
  type Counterparty,
  cleanCounterparty,
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
