import { expect, test } from 'vitest';
import { buyDraftFrom, readBuyDraft } from './buy-draft.ts';
import { initialBuy } from './buy-state.ts';

const order = { crypto: '1', asset: 'SOL', total: '100', currency: 'AUD', usdc: '60' };
const payment = { id: 'p1', token: 't1', url: 'https://pay.test' };

function filled() {
  const state = initialBuy('AUD');
  Object.assign(state, { asset: 'SOL', fiat: '100' });
  return state;
}

test('HARD-11 a purchase comes back as it was typed', () => {
  const draft = { market: 'AUD', asset: 'SOL', typed: 'fiat', amount: '100' };
  expect(readBuyDraft(JSON.parse(JSON.stringify(buyDraftFrom(filled()))))).toEqual(draft);
  for (const odd of [undefined, 'x', { ...draft, asset: 'DOGE' }, { ...draft, typed: 'card' }]) {
    expect(readBuyDraft(odd)).toBeUndefined();
  }
});

test('HARD-11 a purchase whose card may still be charged leaves no draft; a failed one does', () => {
  const state = filled();
  for (const phase of ['paying', 'recording', 'checking', 'success'] as const) {
    state.phase = phase;
    expect(buyDraftFrom(state)).toBeUndefined();
  }
  state.phase = 'form';
  const result = { order, payment, text: '', checkedAt: undefined };
  state.result = { ...result, status: 'Pending', saved: false };
  expect(buyDraftFrom(state)).toBeUndefined();
  state.result = { ...result, status: 'Failed', saved: true };
  expect(buyDraftFrom(state)).toBeDefined();
});
