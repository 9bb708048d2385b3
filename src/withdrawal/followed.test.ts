import { expect, test } from 'vitest';
import type { Withdrawal, WithdrawalStatus } from '#core/contract/money/withdrawal.ts';
import { fail, type Outcome, ok } from '#core/failure.ts';
import { createFollowed } from './followed.ts';

const withdrawal = (withdrawal_id: string, status: WithdrawalStatus): Withdrawal => ({
  withdrawal_id,
  status,
  currency_id: 'BTC',
  amount: '1',
  fee: '0',
  total: '1',
  network: 'Bitcoin',
  address: 'a',
  tag: '',
  steps: [],
  cancellable_until: null,
  transaction_hash: null,
  transaction_url: null,
});

/** A server that answers when it is told to, and what the customer was told. */
function world() {
  const asked: string[] = [];
  const told: string[] = [];
  const answers: ((outcome: Outcome<Withdrawal>) => void)[] = [];
  const waitFor = (question: string) => {
    asked.push(question);
    return new Promise<Outcome<Withdrawal>>((resolve) => answers.push(resolve));
  };
  const clock = { now: 0 };
  const deps = {
    now: () => clock.now,
    read: (id: string) => waitFor(`read ${id}`),
    cancel: (id: string) => waitFor(`cancel ${id}`),
    cancelled: () => void told.push('cancelled'),
    notCancelled: () => void told.push('not cancelled'),
  };
  return { asked, told, answers, deps, clock };
}

test('BEY-15 two withdrawals shown after one another are never mixed', async () => {
  const { deps, asked, answers } = world();
  const first = createFollowed('first', deps);
  const second = createFollowed('second', deps);
  const loads = [first.load(), second.load()];
  answers[1]?.(ok(withdrawal('second', 'broadcast')));
  answers[0]?.(ok(withdrawal('first', 'completed')));
  await Promise.all(loads);
  expect(second.state.withdrawal).toMatchObject({ withdrawal_id: 'second', status: 'broadcast' });
  void second.cancel();
  expect(asked.at(-1)).toBe('cancel second');
  expect(first.state.cancelling).toBe(false);
});

test('BEY-15 an answer that comes later than one to a later question says nothing any more', async () => {
  const { deps, told, answers } = world();
  const { state, load, cancel } = createFollowed('one', deps);
  const slow = load();
  const cancelling = cancel();
  expect(state.cancelling).toBe(true);
  answers[1]?.(ok(withdrawal('one', 'cancelled')));
  await cancelling;
  expect(told).toEqual(['cancelled']);
  answers[0]?.(ok(withdrawal('one', 'requested')));
  await slow;
  expect(state).toMatchObject({ cancelling: false, withdrawal: { status: 'cancelled' } });
});

test('BEY-15 whether a cancelling that failed did happen is asked for', async () => {
  const { deps, told, asked, answers } = world();
  const { state, cancel } = createFollowed('one', deps);
  const cancelling = cancel();
  answers[0]?.(fail({ kind: 'network' }));
  await expect.poll(() => asked).toEqual(['cancel one', 'read one']);
  expect(state.cancelling).toBe(true);
  answers[1]?.(ok(withdrawal('one', 'cancelled')));
  await cancelling;
  expect(told).toEqual(['not cancelled']);
  expect(state).toMatchObject({ cancelling: false, failed: false });
});

test('BEY-15 what could be cancelled cannot once its time is over, though nothing else has changed', async () => {
  const { deps, answers, clock } = world();
  const { state, load } = createFollowed('one', deps);
  const held = {
    ...withdrawal('one', 'requested'),
    cancellable_until: new Date(1_000).toISOString(),
  };
  for (const [now, cancellable] of [
    [999, true],
    [1_000, false],
  ] as const) {
    clock.now = now;
    const loading = load();
    answers.at(-1)?.(ok(held));
    await loading;
    expect(state.cancellable).toBe(cancellable);
  }
});
