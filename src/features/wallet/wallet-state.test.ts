import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WalletEntry } from '#core/contract/wallet/wallet.ts';
import { walletEntry } from '#core/contract/wallet/wallet-entry.fixture.ts';
import { type Failure, fail, type Outcome, ok } from '#core/failure.ts';
import { createWallet } from './wallet-state.ts';

const entry = (code: string, balance: string): WalletEntry =>
  walletEntry(code, { free_balance: balance, free_balance_quoted: balance });

type Show = (entries: readonly WalletEntry[], asOf: Date, source: 'snapshot' | 'server') => void;

/** A wallet whose reads wait until the test answers them. */
function fake() {
  const reads: { show: Show; answer: (outcome: Outcome<unknown>) => void }[] = [];
  const world = { reads, rateLoads: 0 };
  const wallet = createWallet({
    read: (show) => new Promise((answer) => reads.push({ show, answer })),
    loadRates: async () => {
      world.rateLoads += 1;
    },
    now: () => Date.now(),
  });
  return { ...wallet, world };
}

const at = (time: string) => new Date(`2026-05-13T${time}:00Z`);
const network: Failure = { kind: 'network' };

beforeEach(() => void vi.useFakeTimers({ now: at('10:50'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

test('BEY-23 with neither an answer nor a snapshot, no balance is known and none is shown', async () => {
  const { state, load, world } = fake();
  const loaded = load();
  expect(state).toMatchObject({ status: 'loading', entries: [] });
  world.reads[0]?.answer(fail(network));
  expect(await loaded).toBe(false);
  expect(state).toMatchObject({ status: 'failed', entries: [], failure: 'network' });
});

test('PWA-04 the snapshot is shown first and replaced by the answer', async () => {
  const { state, load, world } = fake();
  const loaded = load();
  world.reads[0]?.show([entry('BTC', '1')], at('10:42'), 'snapshot');
  expect(state).toMatchObject({ status: 'ready', source: 'snapshot', asOf: at('10:42') });
  world.reads[0]?.show([entry('BTC', '2')], at('10:50'), 'server');
  world.reads[0]?.answer(ok(undefined));
  expect(await loaded).toBe(true);
  expect(state).toMatchObject({ source: 'server', asOf: at('10:50'), failure: undefined });
  expect(state.entries[0]?.free_balance).toBe('2');
});

test('PWA-04 offline the snapshot stays, with the reason why it is not current', async () => {
  const { state, load, world } = fake();
  const loaded = load();
  world.reads[0]?.show([entry('BTC', '1')], at('10:42'), 'snapshot');
  world.reads[0]?.answer(fail({ kind: 'offline' }));
  await loaded;
  expect(state).toMatchObject({
    status: 'ready',
    source: 'snapshot',
    failure: 'offline',
  });
});

test('OPS-10 while the server is busy the snapshot stays, with its time and the reason; without one nothing is made up', async () => {
  const busy = fail({
    kind: 'refused',
    status: 503,
    refusal: { status: 'error', code: 'UNAVAILABLE', message: 'Busy.', retryAfter: 2 },
  });
  const { state, load, world } = fake();
  const loaded = load();
  world.reads[0]?.show([entry('BTC', '1')], at('10:42'), 'snapshot');
  world.reads[0]?.answer(busy);
  await loaded;
  expect(state).toMatchObject({ status: 'ready', source: 'snapshot', failure: 'busy' });
  expect(state.asOf).toEqual(at('10:42'));
  const newcomer = fake();
  const alone = newcomer.load();
  newcomer.world.reads[0]?.answer(busy);
  await alone;
  expect(newcomer.state).toMatchObject({ status: 'failed', failure: 'busy', entries: [] });
});

test('WAL-01 a failed refresh keeps what was known; an older snapshot never replaces it', async () => {
  const { state, load, world } = fake();
  const first = load();
  world.reads[0]?.show([entry('BTC', '2')], at('10:50'), 'server');
  world.reads[0]?.answer(ok(undefined));
  await first;
  const second = load();
  expect(state.status).toBe('ready');
  world.reads[1]?.show([entry('BTC', '1')], at('10:42'), 'snapshot');
  world.reads[1]?.answer(fail(network));
  await second;
  expect(state).toMatchObject({ status: 'ready', source: 'server', failure: 'network' });
  expect(state.entries[0]?.free_balance).toBe('2');
});

test('PWA-04 after a sleep the balances count as a snapshot, with their time, until an answer arrives', async () => {
  const { state, load, world } = fake();
  const loaded = load();
  world.reads[0]?.show([entry('BTC', '2')], at('10:50'), 'server');
  world.reads[0]?.answer(ok(undefined));
  await loaded;
  vi.setSystemTime(at('10:51'));
  void load();
  expect(state.source).toBe('server');
  vi.setSystemTime(at('22:50'));
  // This load joins the request that went out before the sleep.
  void load();
  expect(state).toMatchObject({ status: 'ready', source: 'snapshot', asOf: at('10:50') });
  world.reads[1]?.show([entry('BTC', '1')], at('10:42'), 'snapshot');
  expect(state.asOf).toEqual(at('10:50'));
  world.reads[1]?.show([entry('BTC', '3')], at('22:50'), 'server');
  expect(state).toMatchObject({ source: 'server', asOf: at('22:50') });
});

test('WAL-01 refreshes at the same time share one call', async () => {
  const { load, world } = fake();
  const both = [load(), load()];
  world.reads[0]?.answer(ok(undefined));
  await Promise.all(both);
  expect(world.reads).toHaveLength(1);
});

test('PWA-04 another customer never sees these balances, not even from a late answer', async () => {
  const { state, load, forget, world } = fake();
  const ada = load();
  world.reads[0]?.show([entry('BTC', '1')], at('10:42'), 'server');
  forget();
  const bob = load();
  expect(state).toMatchObject({ status: 'loading', entries: [] });
  world.reads[0]?.show([entry('BTC', '9')], at('10:43'), 'server');
  world.reads[0]?.answer(ok(undefined));
  await ada;
  expect(state).toMatchObject({ status: 'loading', entries: [] });
  world.reads[1]?.show([entry('ETH', '3')], at('10:44'), 'server');
  world.reads[1]?.answer(ok(undefined));
  await bob;
  expect(state.entries.map((e) => e.currency.currency_id)).toEqual(['ETH']);
});

test('what was requested ahead of the page is not requested again when the page opens', async () => {
  const { state, firstKnown, arrive, world } = fake();
  const known = firstKnown();
  world.reads[0]?.show([entry('BTC', '1')], at('10:42'), 'snapshot');
  await known;
  expect(state).toMatchObject({ status: 'ready', source: 'snapshot' });
  void arrive();
  expect(world.reads).toHaveLength(1);
  world.reads[0]?.answer(fail(network));
  await expect.poll(() => state.failure).toBe('network');
  void arrive();
  expect(world.reads).toHaveLength(2);
});

test('SESS-08 a request made ahead for one customer does not serve another', () => {
  const { firstKnown, arrive, forget, world } = fake();
  void firstKnown();
  forget();
  void arrive();
  expect(world.reads).toHaveLength(2);
});

test('an answer requested before a page opened is not shown to that page', async () => {
  const { state, load, arrive, world } = fake();
  const before = load();
  const arrived = arrive();
  expect(world.reads).toHaveLength(2);
  world.reads[0]?.show([entry('BTC', '2')], at('10:50'), 'server');
  world.reads[0]?.answer(ok(undefined));
  await before;
  expect(state).toMatchObject({ status: 'loading', entries: [] });
  world.reads[1]?.show([entry('BTC', '1')], at('10:49'), 'server');
  world.reads[1]?.answer(ok(undefined));
  expect(await arrived).toBe(true);
  expect(state.entries[0]?.free_balance).toBe('1');
});

test('a failed request of an earlier page leaves what a later page shows as it is', async () => {
  const { state, load, arrive, world } = fake();
  const before = load();
  const arrived = arrive();
  world.reads[1]?.show([entry('BTC', '1')], at('10:50'), 'server');
  world.reads[1]?.answer(ok(undefined));
  await arrived;
  world.reads[0]?.answer(fail(network));
  await before;
  expect(state).toMatchObject({ status: 'ready', failure: undefined });
  expect(state.entries[0]?.free_balance).toBe('1');
});

test('HARD-34 the wallet knows whether the values of what is held are still to come', async () => {
  const { load, hasValues, world } = fake();
  void load();
  const unvalued = { free_balance_quoted: undefined, price: undefined };
  const empty = walletEntry('ETH', { ...unvalued, free_balance: '0' });
  world.reads[0]?.show([entry('BTC', '1'), empty], at('10:50'), 'server');
  expect(hasValues()).toBe(true);
  world.reads[0]?.show(
    [walletEntry('BTC', { ...unvalued, free_balance: '1' }), empty],
    at('10:50'),
    'server',
  );
  expect(hasValues()).toBe(false);
});

test('EYE-12 U10 without a connection the wallet is as the device keeps it: the same sum before and after a reload', () => {
  const { state, load, asKept, world } = fake();
  void load();
  asKept();
  expect(state, 'nothing is known yet').toMatchObject({ status: 'loading', source: undefined });
  world.reads[0]?.show([entry('BTC', '1')], at('10:50'), 'server');
  // As the stream of prices does.
  state.entries = [entry('BTC', '1.01')];
  asKept();
  expect(state).toMatchObject({ source: 'snapshot', asOf: at('10:50') });
  expect(state.entries).toMatchObject([{ free_balance_quoted: '1' }]);
});
