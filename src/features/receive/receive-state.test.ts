import { expect, test } from 'vitest';
import type { IncomingDeposit, PaymentRoute } from '#core/contract/money/funds.ts';
import { fail, type Outcome, ok } from '#core/failure.ts';
import { type Address, createReceive } from './receive-state.ts';

const route = (currency_id: string, network: string, is_active = 'on'): PaymentRoute => ({
  payment_route_id: `${currency_id}-${network}`,
  currency_id,
  crypto_network_name: network,
  is_active,
  min_deposit: '0.0101',
  min_withdrawal: '1',
  withdrawal_fee: '0',
  confirmations: 2,
  needs_tag: false,
});
const deposit = (state: IncomingDeposit['state']): IncomingDeposit => ({
  deposit_id: 'd',
  currency_id: 'USDC',
  network: 'Ethereum',
  amount: '5',
  confirmations: 1,
  confirmations_needed: 2,
  state,
  seen_at: '2026-01-01T00:00:00Z',
});
const offline = fail({ kind: 'offline' });

/** A server and a device the test plays. */
function world() {
  const asked: string[] = [];
  const told: string[] = [];
  const it = {
    asked,
    told,
    arrivals: 0,
    /** Before the server answers which routes there are; the device answers at once. */
    routesOnTheirWay: async (): Promise<void> => undefined,
    routes: ok([
      route('USDC', 'Avalanche C-Chain', 'off'),
      route('USDC', 'Ethereum'),
      route('SOL', 'Solana'),
      route('USDC', 'Solana'),
    ]) as Outcome<readonly PaymentRoute[]>,
    addresses: [] as ({ payment_route_id: string } & Address)[],
    incoming: [] as IncomingDeposit[],
    /** What the device knows of it. */
    kept: [] as IncomingDeposit[],
    connected: true,
    /** Before the server answers what is coming in. */
    onItsWay: async (): Promise<void> => undefined,
    answer: async (routeId: string): Promise<Outcome<Address>> => ok({ address: `to ${routeId}` }),
  };
  const receive = createReceive({
    async readRoutes(show) {
      if (it.routes.ok) show(it.routes.value);
      await it.routesOnTheirWay();
      if (!it.connected) return offline;
      if (it.routes.ok) show(it.routes.value);
      return it.routes;
    },
    async readReceiving(show) {
      const { addresses, incoming } = it;
      const answer = { addresses, incoming };
      show({ ...answer, incoming: it.kept }, new Date(0), 'snapshot');
      await it.onItsWay();
      if (!it.connected) return offline;
      show(answer, new Date(0), 'server');
      return ok({});
    },
    makeAddress(code, routeId) {
      asked.push(`${code} ${routeId}`);
      return it.connected ? it.answer(routeId) : Promise.resolve(offline);
    },
    tell: (text) => told.push(text),
    arrived: () => {
      it.arrivals++;
    },
  });
  return { it, receive, state: receive.state };
}

test('RCV-02 only active routes of the asset, the first is picked; another network asks anew', async () => {
  const { it, receive, state } = world();
  await receive.open('USDC');
  expect(state.routes.map((one) => one.crypto_network_name)).toEqual(['Ethereum', 'Solana']);
  expect(state).toMatchObject({
    addressStatus: 'ready',
    routeId: 'USDC-Ethereum',
    address: { address: 'to USDC-Ethereum' },
  });
  await receive.choose('USDC-Solana');
  expect(state.address).toEqual({ address: 'to USDC-Solana' });
  expect(it.asked).toEqual(['USDC USDC-Ethereum', 'USDC USDC-Solana']);
  // Routes that are read again leave the chosen one chosen.
  await receive.retry();
  expect(state).toMatchObject({
    routeId: 'USDC-Solana',
    address: { address: 'to USDC-Solana' },
  });
});

test('RCV-02 an address that comes for a network left meanwhile is never shown', async () => {
  const { it, receive, state } = world();
  await receive.open('USDC');
  const late = Promise.withResolvers<Outcome<Address>>();
  it.answer = (routeId) =>
    routeId === 'USDC-Solana' ? late.promise : Promise.resolve(ok({ address: 'ethereum' }));
  const first = receive.choose('USDC-Solana');
  expect(state).toMatchObject({ address: undefined, addressStatus: 'loading' });
  await receive.choose('USDC-Ethereum');
  late.resolve(ok({ address: 'solana' }));
  await first;
  expect(state.address).toEqual({ address: 'ethereum' });
});

test('RCV-02 routes that are on their way count although another network is chosen meanwhile', async () => {
  const { it, receive, state } = world();
  const gate = Promise.withResolvers<void>();
  it.routesOnTheirWay = () => gate.promise;
  const opening = receive.open('USDC');
  await receive.choose('USDC-Solana');
  expect(state.address).toEqual({ address: 'to USDC-Solana' });
  it.routes = ok([route('USDC', 'Ethereum'), route('USDC', 'Solana', 'off')]);
  gate.resolve();
  await opening;
  expect(state).toMatchObject({
    routeId: 'USDC-Ethereum',
    address: { address: 'to USDC-Ethereum' },
  });
});

test('KEEP-09 why an overdue account gets no address is said instead of a toast, and a known one is gone', async () => {
  const { it, receive, state } = world();
  it.addresses = [{ payment_route_id: 'USDC-Ethereum', address: 'kept' }];
  const refusal = { status: 'error', code: 'LIMIT_EXCEEDED', message: 'Update it.' } as const;
  it.answer = async () => fail({ kind: 'refused', status: 422, refusal });
  await receive.open('USDC');
  expect(state).toMatchObject({
    addressStatus: 'failed',
    address: undefined,
    limited: 'Update it.',
  });
  expect(it.told).toEqual([]);
  it.answer = async () => ok({ address: 'new' });
  await receive.choose('USDC-Ethereum');
  expect(state).toMatchObject({ addressStatus: 'ready', address: { address: 'new' } });
});

test('RCV-02 an address that the server refuses is shown no longer, whatever the device knew', async () => {
  const { it, receive, state } = world();
  it.addresses = [{ payment_route_id: 'USDC-Ethereum', address: 'kept' }];
  it.answer = async () => fail({ kind: 'timeout' });
  await receive.open('USDC');
  // No answer is no reason to doubt it.
  expect(state).toMatchObject({ addressStatus: 'ready', address: { address: 'kept' } });
  const refusal = { status: 'error', code: 'ROUTE_UNAVAILABLE', message: 'No route' } as const;
  it.answer = async () => fail({ kind: 'refused', status: 422, refusal });
  await receive.choose('USDC-Ethereum');
  expect(state).toMatchObject({ addressStatus: 'failed', address: undefined });
  await receive.choose('USDC-Solana');
  await receive.choose('USDC-Ethereum');
  expect(state).toMatchObject({ addressStatus: 'failed', address: undefined });
});

test('RCV-03 no active route is no failure, and another asset has its own', async () => {
  const { it, receive, state } = world();
  it.routes = ok([route('USDC', 'Ethereum', 'off'), route('SOL', 'Solana')]);
  await receive.open('USDC');
  expect(state).toMatchObject({ routesStatus: 'ready', routes: [], address: undefined });
  expect([it.asked, it.told]).toEqual([[], []]);
  await receive.open('SOL');
  expect(state.address).toEqual({ address: 'to SOL-Solana' });
});

test('RCV-04 failures are told with their texts and mended by another try', async () => {
  const { it, receive, state } = world();
  const down = fail({ kind: 'timeout' });
  const { routes } = it;
  it.routes = down;
  await receive.open('USDC');
  expect(state.routesStatus).toBe('failed');
  it.routes = routes;
  const { answer } = it;
  it.answer = async () => down;
  await receive.retry();
  expect(state).toMatchObject({ routesStatus: 'ready', addressStatus: 'failed' });
  it.answer = answer;
  await receive.retry();
  expect(state.addressStatus).toBe('ready');
  expect(it.told).toEqual(['Failed to fetch payment routes', 'Failed to generate wallet address']);
});

test('PWA-05 offline a known address is shown and a new one needs a connection; nothing is told', async () => {
  const { it, receive, state } = world();
  it.connected = false;
  it.addresses = [{ payment_route_id: 'USDC-Ethereum', address: 'kept' }];
  await receive.open('USDC');
  expect(state).toMatchObject({ addressStatus: 'ready', address: { address: 'kept' } });
  await receive.choose('USDC-Solana');
  expect(state).toMatchObject({ addressStatus: 'missing', address: undefined });
  expect(it.told).toEqual([]);
});

test('BEY-18 the arrival of a deposit that was pending is told once; another customer starts anew', async () => {
  const { it, receive, state } = world();
  it.incoming = [deposit('pending')];
  await receive.open('USDC');
  it.incoming = [deposit('credited')];
  await receive.follow();
  await receive.follow();
  expect(it.arrivals).toBe(1);
  receive.forget();
  it.incoming = [];
  await receive.open('USDC');
  expect(state).toMatchObject({ incoming: [] });
  expect(it.arrivals).toBe(1);
});

test('BEY-18 an answer that comes later than a newer one takes nothing back, nor does the device', async () => {
  const { it, receive, state } = world();
  it.incoming = [deposit('pending')];
  it.kept = it.incoming;
  await receive.open('USDC');
  const gate = Promise.withResolvers<void>();
  it.onItsWay = () => gate.promise;
  const slow = receive.follow();
  it.onItsWay = async () => undefined;
  it.incoming = [deposit('credited')];
  await receive.follow();
  gate.resolve();
  await slow;
  expect(state.incoming).toEqual([deposit('credited')]);
  // The device kept an older answer.
  await receive.follow();
  expect(it.arrivals).toBe(1);
});

test('SESS-08 once forgotten nothing is left, and an answer that comes late is nobody’s', async () => {
  const { it, receive, state } = world();
  it.incoming = [deposit('pending')];
  await receive.open('USDC');
  expect(state.address).toEqual({ address: 'to USDC-Ethereum' });
  const late = receive.retry();
  receive.forget();
  await late;
  expect(state).toMatchObject({ code: '', address: undefined, incoming: [] });
});

test('RCV-03 an address that could not be made stays failed, with its way out, when what comes in is followed', async () => {
  const { it, receive, state } = world();
  it.answer = async () => fail({ kind: 'timeout' });
  await receive.open('USDC');
  expect(state.addressStatus).toBe('failed');
  await receive.follow();
  expect(state.addressStatus).toBe('failed');
});
