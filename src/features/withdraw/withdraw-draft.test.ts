import { expect, test } from 'vitest';
import { assetOf } from '#core/money/currencies.ts';
import { fitting, readWithdrawDraft, withdrawDraftFrom } from './withdraw-draft.ts';
import { initialState } from './withdraw-state.ts';

function filled(phase: 'form' | 'gate' | 'review' | 'code' | 'sending' | 'checking' | 'success') {
  const state = initialState(assetOf('XRP'), 'AUD');
  const amount = { unit: 'fiat', text: '12.35', exact: 5_000_001n } as const;
  Object.assign(state, { phase, address: 'rHb9CJ', tag: '42', amount, routeId: 'xrp' });
  return state;
}

/** As the device keeps it. */
const stored = (draft: unknown): unknown => JSON.parse(JSON.stringify(draft));

test('HARD-11 SPEC-12 a withdrawal comes back with the exact amount behind a rounded one, and its unit begins anew', () => {
  const { address, tag, noTag, routeId } = filled('form');
  const back = readWithdrawDraft(stored(withdrawDraftFrom(filled('review'))));
  const amount = { unit: 'crypto', text: '5.000001', exact: 5_000_001n };
  expect(fitting(back, initialState(assetOf('XRP'), 'AUD'))).toEqual({
    ...{ address, tag, noTag, amount, routeId },
  });
});

test('SPEC-12 an amount in the customer’s currency is kept as what it comes to, and an empty one in the coin', () => {
  const state = filled('form');
  const price = { price: '2', available: '100', total: '100' };
  Object.assign(state, { rate: '1.5', holding: { ...state.holding, ...price } });
  state.amount = { unit: 'fiat', text: '50', exact: undefined };
  expect(withdrawDraftFrom(state)).toMatchObject({ unit: 'crypto', amount: '16.666666' });
  state.amount = { unit: 'fiat', text: '', exact: undefined };
  expect(withdrawDraftFrom(state)).toMatchObject({ unit: 'crypto', amount: '' });
  // What nobody can convert now stays as it was typed.
  Object.assign(state, { rate: undefined });
  state.amount = { unit: 'fiat', text: '50', exact: undefined };
  expect(withdrawDraftFrom(state)).toMatchObject({ unit: 'fiat', amount: '50' });
});

test('HARD-11 a withdrawal that is sent, may have been sent, or is empty leaves no draft', () => {
  for (const phase of ['sending', 'checking', 'success'] as const) {
    expect(withdrawDraftFrom(filled(phase))).toBeUndefined();
  }
  expect(withdrawDraftFrom(initialState(assetOf('XRP'), 'AUD'))).toBeUndefined();
});

test('HARD-11 a draft of another asset, of another currency or of another shape is not filled in', () => {
  const draft = withdrawDraftFrom(filled('form'));
  expect(fitting(draft, initialState(assetOf('BTC'), 'AUD'))).toEqual({});
  const inMoney = draft && ({ ...draft, unit: 'fiat', amount: '12.35' } as const);
  expect(fitting(inMoney, initialState(assetOf('XRP'), 'EUR'))).not.toHaveProperty('amount');
  for (const odd of [undefined, null, 'x', {}, { ...draft, amount: 1 }, { ...draft, unit: 'x' }]) {
    expect(readWithdrawDraft(odd)).toBeUndefined();
  }
});
