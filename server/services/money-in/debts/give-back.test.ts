import { expect, test } from 'vitest';
import { customer, house } from '#server/ledger/accounts.ts';
import { scaled } from './give-back.ts';

test('HARD-93 a cent of what was taken in another currency is given back as a cent, and each currency’s sum stays zero', () => {
  const taken = [
    { account: customer('a', 'available', 'AUD'), units: 2n },
    { account: house('inventory', 'AUD'), units: -2n },
    { account: house('inventory', 'EUR'), units: 3n },
    { account: house('card', 'EUR'), units: -3n },
  ];
  expect(scaled(taken, 1n, 3n).map(({ units }) => units)).toEqual([1n, -1n, 1n, -1n]);
  expect(scaled(taken, 2n, 3n).map(({ units }) => units)).toEqual([2n, -2n, 2n, -2n]);
});
