import { snapshot } from 'valtio/vanilla';
import { expect, test } from 'vitest';
import type { AccountTransaction, FailedPayment } from '#core/contract/wallet/history.ts';
import { type Failure, fail, type Outcome, ok } from '#core/failure.ts';
import { eventually } from '#tests/support/eventually.ts';
import { createHistory, type HistoryDeps, type HistoryPage } from './transaction-list.ts';

const transaction = (id: string): AccountTransaction => ({
  account_transaction_id: id,
  transaction_class: 'payment',
  type: 'credit',
  amount: '1',
  currency_id: 'BTC',
  created_at: '2026-05-13T10:00:00Z',
  comment: '',
  network: '',
  sender: '',
  recipient: '',
  payment_method: '',
});

const page = (ids: readonly string[], next?: string) => ({
  transactions: ids.map(transaction),
  failed: [],
  next,
});

const network: Failure = { kind: 'network' };
const asOf = new Date(0);

function world(over: Partial<HistoryDeps> = {}) {
  const history = createHistory({
    newest: async (show) => {
      show(page(['2', '1'], 'after-1'), asOf, 'server');
      return ok(undefined);
    },
    further: async () => ok(page(['0'])),
    text: () => 'no answer',
    ...over,
  });
  return {
    history,
    ids: () => history.state.transactions.map((t) => t.account_transaction_id),
  };
}

test('TX-01 the newest page is loaded first, then the next one behind it', async () => {
  const { history, ids } = world();
  await history.load();
  expect(ids()).toEqual(['2', '1']);
  await history.loadMore();
  expect(ids()).toEqual(['2', '1', '0']);
  expect(history.state.next).toBeUndefined();
});

test('TX-01 a refresh puts new entries in front and keeps the older pages, unless there may be a gap', async () => {
  const newest = [
    page(['2', '1'], 'after-1'),
    page(['3', '2'], 'after-2'),
    page(['9', '8'], 'after-8'),
  ];
  const { history, ids } = world({
    newest: async (show) => {
      const next = newest.shift();
      if (next) show(next, asOf, 'server');
      return ok(undefined);
    },
    further: async () => ok(page(['0'], 'after-0')),
  });
  await history.load();
  await history.loadMore();
  await history.load();
  expect(ids()).toEqual(['3', '2', '1', '0']);
  expect(history.state.next).toBe('after-0');
  // So much is new that there may be more between it and what was known.
  await history.load();
  expect(ids()).toEqual(['9', '8']);
  expect(history.state.next).toBe('after-8');
});

test('TX-01 a refresh keeps what has not changed, so that only changed rows are drawn again', async () => {
  const withdrawal = { ...transaction('2'), withdrawal: 'broadcast' } as const;
  const pages: HistoryPage[] = [
    { ...page([], 'after-1'), transactions: [withdrawal, transaction('1')] },
    { ...page([], 'after-1'), transactions: [{ ...withdrawal }, transaction('1')] },
    page(['2', '1'], 'after-1'),
  ];
  const { history } = world({
    newest: async (show) => {
      const next = pages.shift();
      if (next) show(next, asOf, 'server');
      return ok(undefined);
    },
  });
  await history.load();
  const { transactions: before } = snapshot(history.state);
  await history.load();
  expect(snapshot(history.state).transactions).toBe(before);
  await history.load();
  const { transactions: after } = snapshot(history.state);
  expect(after[0]).toEqual(transaction('2'));
  expect(after[1]).toBe(before[1]);
});

test('BEY-15 every refresh updates a withdrawal that is under way on an older page', async () => {
  const withdrawal = (now?: 'requested' | 'broadcast'): AccountTransaction => ({
    ...transaction('w'),
    ...(now && { withdrawal: now }),
  });
  const pages = new Map<string, HistoryPage>([
    ['after-1', page(['0'], 'after-0')],
    ['after-0', { ...page([], 'after-w'), transactions: [withdrawal('requested')] }],
    ['after-w', page(['x'])],
  ]);
  const asked: string[] = [];
  const { history, ids } = world({
    further: async (after) => {
      asked.push(after);
      const found = pages.get(after);
      return found ? ok(found) : fail(network);
    },
  });
  await history.load();
  for (let more = 0; more < 3; more++) await history.loadMore();
  expect(ids()).toEqual(['2', '1', '0', 'w', 'x']);
  const standing = (): string | undefined =>
    history.state.transactions.find((one) => one.account_transaction_id === 'w')?.withdrawal;
  for (const now of ['broadcast', undefined] as const) {
    asked.length = 0;
    pages.set('after-0', { ...page([], 'after-w'), transactions: [withdrawal(now)] });
    await history.load();
    await eventually(() => expect(standing()).toBe(now));
    expect(ids()).toEqual(['2', '1', '0', 'w', 'x']);
    expect(asked).toEqual(['after-1', 'after-0']);
  }
  // A finished withdrawal stays as it was written: no older page is read again.
  asked.length = 0;
  await history.load();
  expect(asked).toEqual([]);
});

test('BEY-15 TX-08 the list says so when an older page cannot be read again', async () => {
  const requested = { ...transaction('w'), withdrawal: 'requested' as const };
  const answers = [ok({ ...page([]), transactions: [requested] }), fail(network)];
  const { history, ids } = world({ further: async () => answers.shift() ?? fail(network) });
  await history.load();
  await history.loadMore();
  await history.load();
  await eventually(() => expect(history.state.failure).toBe('no answer'));
  expect(ids()).toEqual(['2', '1', 'w']);
});

test('TX-01 an older refresh, answered or failed, changes nothing after a newer one was answered', async () => {
  const answered = Promise.withResolvers<Outcome<HistoryPage>>();
  const failed = Promise.withResolvers<Outcome<HistoryPage>>();
  const answers = [answered.promise, failed.promise];
  const { history, ids } = world({
    newest: async (show) => {
      const outcome = (await answers.shift()) ?? ok(page(['2', '1']));
      if (outcome.ok) show(outcome.value, asOf, 'server');
      return outcome;
    },
  });
  const older = [history.load(), history.load()];
  await history.load();
  answered.resolve(ok(page(['1'])));
  failed.resolve(fail(network));
  await Promise.all(older);
  expect(ids()).toEqual(['2', '1']);
  expect(history.state.failure).toBeUndefined();
});

test('TX-08 a further page that fails leaves the list as it is and says so', async () => {
  const { history, ids } = world({ further: async () => fail(network) });
  await history.load();
  await history.loadMore();
  expect(ids()).toEqual(['2', '1']);
  expect(history.state.failure).toBe('no answer');
  expect(history.state.next).toBe('after-1');
});

test('PWA-04 a snapshot stays on screen when the server does not answer', async () => {
  const { history, ids } = world({
    newest: async (show) => {
      show(page(['1']), asOf, 'snapshot');
      return fail(network);
    },
  });
  await history.load();
  expect(ids()).toEqual(['1']);
  expect(history.state).toMatchObject({
    status: 'ready',
    source: 'snapshot',
    failure: 'no answer',
  });
});

test('BEY-23 with neither an answer nor a snapshot the history has failed and is not empty', async () => {
  const { history } = world({ newest: async () => fail(network) });
  await history.load();
  expect(history.state.status).toBe('failed');
});

test('SESS-08 an answer that comes after somebody else signed in is not shown', async () => {
  const gate = Promise.withResolvers<void>();
  const { history, ids } = world({
    newest: async (show) => {
      await gate.promise;
      show(page(['1']), asOf, 'server');
      return ok(undefined);
    },
  });
  const loading = history.load();
  history.forget();
  gate.resolve();
  await loading;
  expect(ids()).toEqual([]);
});

const payment = (id: string, reason: FailedPayment['reason'] = 'declined'): FailedPayment => ({
  transaction_id: id,
  reason,
  charge: { amount: '10.00', currency_id: 'AUD' },
  wanted: { amount: '0.1', currency_id: 'BTC' },
  created_at: '2026-05-13T10:00:00Z',
});

test('HARD-16 failed card payments come with their pages, and a refund under way on an older one is updated', async () => {
  const pages = new Map<string, HistoryPage>([
    ['after-1', { ...page(['0'], 'after-0'), failed: [payment('p', 'refunding')] }],
    ['after-0', { ...page([]), failed: [payment('q')] }],
  ]);
  const { history, ids } = world({
    newest: async (show) => {
      show({ ...page(['2', '1'], 'after-1'), failed: [payment('n')] }, asOf, 'server');
      return ok(undefined);
    },
    further: async (after) => ok(pages.get(after) ?? page([])),
  });
  const failed = () => history.state.failed.map((one) => [one.transaction_id, one.reason]);
  await history.load();
  await history.loadMore();
  await history.loadMore();
  expect(ids()).toEqual(['2', '1', '0']);
  expect(failed()).toEqual([
    ['n', 'declined'],
    ['p', 'refunding'],
    ['q', 'declined'],
  ]);
  pages.set('after-1', { ...page(['0'], 'after-0'), failed: [payment('p', 'refunded')] });
  await history.load();
  await eventually(() => expect(failed()[1]).toEqual(['p', 'refunded']));
  expect(failed()).toHaveLength(3);
});

test('EASE-01 a search asks for pages of the size it names', async () => {
  const sizes: unknown[] = [];
  const { history } = world({
    further: async (_after, size) => {
      sizes.push(size);
      return ok(page([], sizes.length === 1 ? 'after-2' : undefined));
    },
  });
  await history.load();
  await history.loadMore(500);
  await history.loadMore();
  expect(sizes).toEqual([500, undefined]);
});
