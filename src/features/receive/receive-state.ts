import { proxy } from 'valtio/vanilla';
import type { PaymentRoute } from '#core/contract/funds.ts';
import type { IncomingDeposit } from '#core/contract/receiving.ts';
import type { Outcome } from '#core/failure.ts';
import { inOrder } from '#core/in-order.ts';

export interface Address {
  readonly address: string;
  readonly tag?: string | undefined;
  /** Nobody holds a key to it. */
  readonly sandbox?: boolean | undefined;
}

export interface ReceiveState {
  /** Whose this is, and of which asset. */
  owner: string | undefined;
  code: string;
  /** `failed`: neither an answer nor what the device kept. */
  routesStatus: 'loading' | 'ready' | 'failed';
  /** The active ones of the asset (RCV-02). */
  routes: readonly PaymentRoute[];
  routeId: string | undefined;
  /** `missing`: none is known on this device, and a new one needs a connection (PWA-05). */
  addressStatus: 'loading' | 'ready' | 'failed' | 'missing';
  address: Address | undefined;
  incoming: readonly IncomingDeposit[];
  asOf: Date | undefined;
  source: Source | undefined;
}

type Source = 'snapshot' | 'server';

interface Receiving {
  readonly addresses: readonly ({ readonly payment_route_id: string } & Address)[];
  readonly incoming: readonly IncomingDeposit[];
}

export interface ReceiveDeps {
  userId(): string | undefined;
  /** Each shows what the device kept first, where there is something, then the answer. */
  readRoutes(show: (routes: readonly PaymentRoute[]) => void): Promise<Outcome<unknown>>;
  readReceiving(
    show: (answer: Receiving, asOf: Date, source: Source) => void,
  ): Promise<Outcome<unknown>>;
  makeAddress(code: string, routeId: string): Promise<Outcome<Address>>;
  /** Tells the customer, with a text of 001 §8. */
  tell(text: string): void;
  arrived(): void;
}

/** An asset of which nothing is known yet. */
export const opened = (owner: string | undefined, code: string): ReceiveState => ({
  owner,
  code,
  routesStatus: 'loading',
  routes: [],
  routeId: undefined,
  addressStatus: 'loading',
  address: undefined,
  incoming: [],
  asOf: undefined,
  source: undefined,
});

export function createReceive(deps: ReceiveDeps) {
  const state = proxy<ReceiveState>(opened(undefined, ''));
  /** Addresses this customer is known to have, by route. */
  let known = new Map<string, Address>();
  const viewer = (): string | undefined =>
    state.owner === deps.userId() ? state.owner : undefined;
  const loads = inOrder(viewer);
  /** Separate from loads: choosing another network asks for its address and leaves the routes valid. */
  const addressRequests = inOrder(viewer);
  /** Repeated every few seconds: an earlier question counts until a later one is answered. */
  const receivingRequests = inOrder(viewer);

  function outdateAll(): void {
    for (const requests of [loads, addressRequests, receivingRequests]) requests.changed();
  }

  function showAddress(address: Address): void {
    state.address = address;
    state.addressStatus = 'ready';
  }

  function takeRoutes(all: readonly PaymentRoute[]): void {
    state.routes = all.filter(
      ({ is_active, currency_id }) => is_active === 'on' && currency_id === state.code,
    );
    state.routesStatus = 'ready';
    if (state.routes.some(({ payment_route_id }) => payment_route_id === state.routeId)) return;
    state.routeId = state.routes[0]?.payment_route_id;
    showKnown();
  }

  function showKnown(): void {
    const address = state.routeId === undefined ? undefined : known.get(state.routeId);
    if (address) showAddress(address);
    else Object.assign(state, { address: undefined, addressStatus: 'loading' });
  }

  function takeReceiving({ addresses, incoming }: Receiving, asOf: Date, source: Source): void {
    const waiting = new Set(
      state.incoming.filter((one) => one.state === 'pending').map((one) => one.deposit_id),
    );
    known = new Map(
      addresses.map(({ payment_route_id, ...address }) => [payment_route_id, address]),
    );
    Object.assign(state, { incoming, asOf, source });
    // Not known is no reason to wait for it: nobody may be asking any more.
    const address = state.routeId === undefined ? undefined : known.get(state.routeId);
    if (state.address === undefined && address) showAddress(address);
    if (incoming.some((one) => one.state === 'credited' && waiting.has(one.deposit_id))) {
      deps.arrived();
    }
  }

  function readReceiving(): Promise<Outcome<unknown>> {
    const counts = receivingRequests.ask();
    return deps.readReceiving((answer, asOf, source) => {
      // A snapshot is older than what is on screen already.
      if (source === 'snapshot' && state.source === 'server') return;
      if (counts(source === 'server')) takeReceiving(answer, asOf, source);
    });
  }

  /** Asks for the route's address: the server makes it once and then always says the same. */
  async function generate(): Promise<void> {
    const { routeId, code } = state;
    const counts = addressRequests.askOnly();
    if (routeId === undefined) return;
    const outcome = await deps.makeAddress(code, routeId);
    if (!counts() || state.routeId !== routeId) return;
    if (outcome.ok) {
      const isNew = !known.has(routeId);
      showAddress(outcome.value);
      // So that the device has it when there is no connection.
      if (isNew) await readReceiving();
      return;
    }
    const { failure } = outcome;
    const { kind } = failure;
    if (kind === 'session-over') return;
    // It is no place to send to any more, whatever was shown until now.
    if (kind === 'refused' && failure.refusal.code === 'ROUTE_UNAVAILABLE') {
      known.delete(routeId);
      state.address = undefined;
    }
    const offline = kind === 'offline' || kind === 'network';
    if (state.address === undefined) state.addressStatus = offline ? 'missing' : 'failed';
    if (!offline) deps.tell('Failed to generate wallet address');
  }

  async function load(): Promise<void> {
    outdateAll();
    const counts = loads.ask();
    if (state.routesStatus === 'failed') state.routesStatus = 'loading';
    const receiving = readReceiving();
    const outcome = await deps.readRoutes((routes) => {
      if (counts()) takeRoutes(routes);
    });
    await receiving;
    if (!counts()) return;
    if (!outcome.ok && outcome.failure.kind !== 'session-over') {
      if (state.routesStatus !== 'ready') state.routesStatus = 'failed';
      if (outcome.failure.kind !== 'offline') deps.tell('Failed to fetch payment routes');
    }
    await generate();
  }

  return {
    state,

    /** Shows an asset; one that is shown already is loaded afresh. */
    open(code: string): Promise<void> {
      const owner = deps.userId();
      if (owner !== state.owner || code !== state.code) {
        if (owner !== state.owner) known = new Map();
        Object.assign(state, opened(owner, code));
      }
      return load();
    },

    /** Somebody else is signed in, or nobody. */
    forget(): void {
      outdateAll();
      known = new Map();
      Object.assign(state, opened(undefined, ''));
    },

    /** RCV-03 and whenever the connection is back. */
    retry: load,

    /** RCV-02: another network has another address. */
    choose(routeId: string): Promise<void> {
      state.routeId = routeId;
      showKnown();
      return generate();
    },

    /** What is coming in, again. */
    async follow(): Promise<void> {
      await readReceiving();
    },
  };
}

export type Receive = ReturnType<typeof createReceive>;
