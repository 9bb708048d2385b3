import { expect, test, vi } from 'vitest';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import type { Intent } from '#transport/customer/intents.ts';
import { session } from '#transport/session/session.ts';
import { askOutcome, perform } from './once.ts';

test('BEY-01 what one customer wished is neither sent nor asked about for another', async () => {
  const before = { ...session };
  const asked = vi.fn();
  vi.stubGlobal('fetch', asked);
  Object.assign(session, { token: 't', refreshToken: 'r', user: { id: 'new' } });
  const intent: Intent = {
    key: '0'.repeat(32),
    operation: createWithdrawal.path,
    userId: 'old',
    summary: {},
    madeAt: '2026-05-13T10:42:00Z',
  };
  const request = { amount: '1', cryptoAddress: 'a', paymentRouteId: 'btc-bitcoin', fee: '0' };
  expect(await perform(intent, createWithdrawal, request)).toEqual({
    kind: 'refused',
    failure: { kind: 'session-over' },
  });
  expect(await askOutcome(intent, createWithdrawal)).toEqual({ kind: 'unknown' });
  expect(asked).not.toHaveBeenCalled();
  Object.assign(session, before);
  vi.unstubAllGlobals();
});
