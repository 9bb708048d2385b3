import { expect, test } from 'vitest';
import type { IncomingDeposit } from '#core/contract/money/funds.ts';
import { createIncoming } from './incoming-state.ts';

const deposit = (state: IncomingDeposit['state']): IncomingDeposit => ({
  deposit_id: 'd',
  currency_id: 'BTC',
  network: 'Bitcoin',
  amount: '0.5',
  confirmations: 1,
  confirmations_needed: 2,
  state,
  seen_at: '2026-01-01T00:00:00Z',
});

/** A device whose snapshot has the deposit as pending, and a server played by the test. */
function world() {
  const it = { answer: deposit('pending'), onItsWay: Promise.resolve() };
  const incoming = createIncoming({
    async read(show) {
      const { answer } = it;
      show([deposit('pending')], 'snapshot');
      await it.onItsWay;
      show([answer], 'server');
    },
  });
  return { it, incoming, pending: () => incoming.state.pending.length };
}

test('TX-07 BEY-18 neither an older answer nor the snapshot makes a credited deposit pending again', async () => {
  const { it, incoming, pending } = world();
  const gate = Promise.withResolvers<void>();
  it.onItsWay = gate.promise;
  const slow = incoming.load();
  expect(pending()).toBe(1);
  it.onItsWay = Promise.resolve();
  it.answer = deposit('credited');
  await incoming.load();
  expect(pending()).toBe(0);
  gate.resolve();
  await slow;
  expect(pending()).toBe(0);
  const again = incoming.load();
  expect(pending()).toBe(0);
  await again;
});

test('SESS-08 an answer that comes after somebody else signed in is not shown', async () => {
  const { incoming, pending } = world();
  const late = incoming.load();
  incoming.forget();
  await late;
  expect(pending()).toBe(0);
});
