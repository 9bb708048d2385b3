import { proxy } from 'valtio/vanilla';
import type { IncomingDeposit, PaymentRoute } from '#core/contract/money/funds.ts';
import type { Outcome } from '#core/failure.ts';
import { inOrder } from '#transport/calls/in-order.ts';

export interface Address {
  readonly address: string;
  readonly tag?: string | undefined;
  /** An address of the sandbox: nobody has its private key. */
  readonly sandbox?: boolean | undefined;
}

export interface ReceiveState {
  /** The asset that this state is about. */
  code: string;
  /** `failed`: there is neither an answer nor a snapshot. */
  routesStatus: 'loading' | 'ready' | 'failed';
  /** The asset's active routes (RCV-02). */
  routes: readonly PaymentRoute[];
  routeId: string | undefined;
  /** `missing`: none is known on this device, and a new one needs a connection (PWA-05). */
  addressStatus: 'loading' | 'ready' | 'failed' | 'missing';
  /** Why the customer may have none; undefined: with `failed`, nobody knows why. */
  limited: string | undefined;
  address: Address | undefined;
  incoming: readonly IncomingDeposit[];
  /** Another number each time that a deposit came or went on while its page was open; 0 before. */
  happened: number;
  asOf: Date | undefined;
  source: Source | undefined;
}

type Source = 'snapshot' | 'server';

interface Receiving {
  readonly addresses: readonly ({ readonly payment_route_id: string } & Address)[];
  readonly incoming: readonly IncomingDeposit[];
}

export interface ReceiveDeps {
  /** Both show the device's snapshot first, if there is one, then the answer. */
  readRoutes(show: (routes: readonly PaymentRoute[]) => void): Promise<Outcome<unknown>>;
  readReceiving(
    show: (answer: Receiving, asOf: Date, source: Source) => void,
  ): Promise<Outcome<unknown>>;
  makeAddress(code: string, routeId: string): Promise<Outcome<Address>>;
  tell(text: string): void;
  arrived(): void;
}

/** The state of an asset before anything is known. */
export const opened = (code: string): ReceiveState => ({
  code,
  routesStatus: 'loading',
  routes: [],
  routeId: undefined,
  addressStatus: 'loading',
  limited: undefined,
  address: undefined,
  incoming: [],
  happened: 0,
  asOf: undefined,
  source: undefined,
});

export function createReceive(deps: ReceiveDeps) {
  const state = proxy<ReceiveState>(opened(''));
  /** Addresses this customer is known to have, by route. */
  let known = new Map<string, Address>();
  let happenings = 0;
  const loads = inOrder();
  /**
   * Separate from loads: choosing another network asks for its address and leaves the routes valid.
   */
  const addressRequests = inOrder();
  /** Repeated every few seconds: an earlier question counts until a later one is answered. */
  const receivingRequests = inOrder();

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
    const before = new Map(state.incoming.map((one) => [one.deposit_id, one.state]));
    const isNews = state.source === 'server';
    known = new Map(
      addresses.map(({ payment_route_id, ...address }) => [payment_route_id, address]),
    );
    Object.assign(state, { incoming, asOf, source });
    // An unknown address is not waited for here: it may be that no request for it is under way.
    const address = state.routeId === undefined ? undefined : known.get(state.routeId);
    if (state.address === undefined && address) showAddress(address);
    const moved = incoming.filter((one) => before.get(one.deposit_id) !== one.state);
    if (isNews && moved.length > 0) {
      happenings += 1;
      state.happened = happenings;
    }
    if (moved.some((one) => one.state === 'credited' && before.get(one.deposit_id) === 'pending')) {
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

  /** Asks for the route's address. The server makes it once and then always returns the same. */
  async function generate(): Promise<void> {
    const { routeId, code } = state;
    const counts = addressRequests.askOnly();
    if (routeId === undefined) return;
    const outcome = await deps.makeAddress(code, routeId);
    if (!counts() || state.routeId !== routeId) return;
    if (outcome.ok) {
      const isNew = !known.has(routeId);
      showAddress(outcome.value);
      // The device keeps this answer, so the address is known offline.
      if (isNew) await readReceiving();
      return;
    }
    const { failure } = outcome;
    const { kind } = failure;
    if (kind === 'session-over') return;
    // Deposits on this route no longer arrive, so a known address is removed from the screen.
    const refusal = kind === 'refused' ? failure.refusal : undefined;
    state.limited = refusal?.code === 'LIMIT_EXCEEDED' ? refusal.message : undefined;
    if (state.limited || refusal?.code === 'ROUTE_UNAVAILABLE') {
      known.delete(routeId);
      state.address = undefined;
    }
    const offline = kind === 'offline' || kind === 'network';
    if (state.address === undefined) state.addressStatus = offline ? 'missing' : 'failed';
    if (!offline && !state.limited) deps.tell('Failed to generate wallet address');
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

    /** Shows an asset, or loads it again if it is shown already. */
    open(code: string): Promise<void> {
      if (code !== state.code) Object.assign(state, opened(code));
      return load();
    },

    /** Called when somebody else is signed in, or nobody. */
    forget(): void {
      outdateAll();
      known = new Map();
      Object.assign(state, opened(''));
    },

    /** Called by Try Again (RCV-03) and when the connection is back. */
    retry: load,

    /** Chooses another network, which has another address (RCV-02). */
    choose(routeId: string): Promise<void> {
      state.routeId = routeId;
      showKnown();
      return generate();
    },

    /** Reads the incoming deposits again. */
    async follow(): Promise<void> {
      await readReceiving();
    },
  };
}

export type Receive = ReturnType<typeof createReceive>;
