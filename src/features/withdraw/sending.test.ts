import { expect, test } from 'vitest';
import { assetOf } from '#core/domain/currencies.ts';
import { withdrawDraftFrom } from './draft.ts';
import { sending, withdrewText } from './sending.ts';
import type { WithdrawDeps, WithdrawIntent } from './withdraw-deps.ts';
import { initialState, type Review } from './withdraw-state.ts';

const review: Review = {
  routeId: 'btc-bitcoin',
  network: 'Bitcoin',
  address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  tag: '',
  needsTag: false,
  noTag: false,
  amount: '0.1',
  fee: '0.00005',
  total: '0.10005',
  familiarity: { known: 'used' },
};

/** A form that was sent, and nobody says what became of it as long as the page is open. */
function sent() {
  const state = initialState(assetOf('BTC'), 'AUD');
  state.address = review.address;
  state.amount = { unit: 'crypto', text: '0.1', exact: undefined };
  const intent: WithdrawIntent = {
    summary: { currency: 'BTC', amount: '0.1', address: review.address },
    send: async () => ({ kind: 'unknown' }),
    check: (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ kind: 'unknown' }));
      }),
  };
  const deps: WithdrawDeps = {
    twoFactor: () => false,
    setTwoFactor: () => undefined,
    routes: () => Promise.reject(new Error('not asked here')),
    balances: async () => true,
    kyc: async () => 'approved',
    familiarity: async () => undefined,
    verifyCode: () => Promise.reject(new Error('not asked here')),
    failureText: (_failure, fallback) => fallback,
    newIntent: () => intent,
    openIntents: () => [],
    hold: () => () => undefined,
    tell: () => undefined,
  };
  const sender = sending(state, deps, () => undefined);
  sender.open(review);
  sender.confirm();
  return { state, sender };
}

test('BEY-02 BEY-11 what was sent and not heard of is no form to be sent again', async () => {
  const { state, sender } = sent();
  await expect.poll(() => state.phase).toBe('checking');
  sender.leave();
  await expect.poll(() => state.phase).toBe('form');
  expect(withdrawDraftFrom(state)).toBeUndefined();
});

test('WD-08 the wallet is told what was withdrawn, whichever asset it was', () => {
  expect(withdrewText('1250.5', 'XRP')).toBe('Successfully withdrew 1,250.5 XRP');
  expect(withdrewText('0.00004200', 'SOL')).toBe('Successfully withdrew 0.000042 SOL');
});
