import { expect, test } from 'vitest';
import { assetOf } from '#core/money/currencies.ts';
import type { Familiarity } from './withdraw-deps.ts';
import { fiatText, newnessText, roundingText, sendsText } from './withdraw-texts.ts';

test('BEY-14 why an address counts as new is said as it is', () => {
  expect(newnessText({ known: 'new' }, '7')).toBe('You have never sent to this address.');
  expect(newnessText({ known: 'new', otherTag: true }, '7')).toContain('with this tag');
  expect(newnessText({ known: 'new', otherTag: true }, '')).toContain('without a tag');
  // Never “never sent to”: of an entry that is too young that is not what counts.
  expect(newnessText({ known: 'new', label: 'Vault', otherTag: true }, '7')).toBe(
    '“Vault” has been in your address book for less than a day.',
  );
});

test('EYE-11 what is sent and to whom ends with the end of the address, which tells one of theirs from another', () => {
  const review = {
    ...{ amount: '0.005', fee: '0', total: '0.005', network: 'Bitcoin', confirmations: 2 },
    ...{ address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', tag: '', needsTag: false },
  };
  const to = (familiarity: Familiarity | undefined) =>
    sendsText({ ...review, familiarity }, 'BTC').replace('\u00a0', ' ');
  const other = { owner: 'other', name: 'Rasa Petraite', country: 'LT', provider: '' } as const;
  const recipient = { counterparty: other } as Familiarity['recipient'];
  expect(to({ known: 'used', recipient })).toBe('0.005 BTC to Rasa Petraite …5mdq');
  expect(to({ known: 'saved', label: 'Vault', recipient })).toBe('0.005 BTC to Vault …5mdq');
  expect(to(undefined)).toBe('0.005 BTC to …5mdq');
});

test('BEY-03 values whose rounded parts do not add up to the rounded total say so, and others nothing', () => {
  const state = {
    ...{ asset: assetOf('USDC'), currency: 'USD', rate: '1' },
    ...{ holding: { price: '1' } },
  } as Parameters<typeof fiatText>[0];
  const uneven = { amount: '143.926', fee: '7.196', total: '151.122' };
  expect(Object.values(uneven).map((text) => fiatText(state, text))).toEqual([
    ...['$143.93', '$7.20', '$151.12'],
  ]);
  expect(roundingText(state, uneven)).toContain('rounded to the cent');
  expect(roundingText(state, { amount: '1', fee: '2', total: '3' })).toBeUndefined();
  expect(roundingText({ ...state, rate: undefined } as typeof state, uneven)).toBeUndefined();
});
