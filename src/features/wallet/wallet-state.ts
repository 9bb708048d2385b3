import { proxy, subscribe } from 'valtio/vanilla';
import type { Failure, Outcome } from '#core/failure.ts';
import { type Entry, isZero } from '#core/statement/portfolio.ts';
import { busyFor } from '#transport/calls/busy.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { areAged } from '#transport/money/balances.ts';

export interface WalletState {
  /** `failed`: there is neither an answer nor a snapshot, so no balance is known (BEY-23). */
  status: 'loading' | 'ready' | 'failed';
  entries: readonly Entry[];
  /** The same at the prices of the answer, which is what the device keeps: prices of the stream move `entries`. */
  answered: readonly Entry[];
  asOf: Date | undefined;
  /** An answer that has grown old counts as a snapshot, which is shown with its time. */
  source: 'snapshot' | 'server' | undefined;
  /** Why the last refresh failed; what was known stays on screen. `busy`: the server asks to wait (OPS-10). */
  failure: Failure['kind'] | 'busy' | undefined;
}

const reasonOf = (failure: Failure): WalletState['failure'] =>
  busyFor(failure) === undefined ? failure.kind : 'busy';

export interface WalletDeps {
  read(
    show: (entries: readonly Entry[], asOf: Date, source: 'snapshot' | 'server') => void,
  ): Promise<Outcome<unknown>>;
  /** The rates are requested with the balances; their failures are kept in their own state. */
  loadRates(): Promise<void>;
  /** Milliseconds since the epoch, by the server's clock. */
  now(): number;
}

const unknown = (): WalletState => ({
  status: 'loading',
  entries: [],
  answered: [],
  asOf: undefined,
  source: undefined,
  failure: undefined,
});

export function createWallet(deps: WalletDeps) {
  const state = proxy<WalletState>(unknown());
  let running: Promise<boolean> | undefined;
  /** The request made ahead of the page, until the page takes it over. */
  let ahead: Promise<boolean> | undefined;
  const requests = inOrder();

  /** What is known counts as the device's copy of it, at the prices of its time: a reload shows the same. */
  function asKept(): void {
    if (state.asOf) Object.assign(state, { entries: state.answered, source: 'snapshot' });
  }

  async function read(): Promise<boolean> {
    // Only the last request's answer is shown: an earlier one may be from before a change.
    const counts = requests.askOnly();
    const outcome = await deps.read((entries, asOf, source) => {
      // A snapshot is older than what is already on screen.
      if (!counts() || (source === 'snapshot' && state.asOf)) return;
      Object.assign(state, {
        ...{ status: 'ready', entries, answered: entries, asOf, source, failure: undefined },
      });
    });
    if (!counts()) return false;
    state.failure = outcome.ok ? undefined : reasonOf(outcome.failure);
    if (!outcome.ok && state.status !== 'ready') state.status = 'failed';
    return outcome.ok;
  }

  function load(): Promise<boolean> {
    if (areAged(state.asOf, deps.now())) asKept();
    void deps.loadRates();
    if (running) return running;
    if (state.status === 'failed') state.status = 'loading';
    const started = read().finally(() => {
      if (running === started) running = undefined;
    });
    running = started;
    return started;
  }

  /** Loads after a change: an earlier request, whose answer may be from before it, is not joined. */
  function reload(): Promise<boolean> {
    running = undefined;
    return load();
  }

  return {
    state,

    /** Loads or refreshes; concurrent calls share a request. Tells whether the server answered. */
    load,

    /**
     * Loads for a page that has just opened, unless that was begun ahead of it. A request made
     * earlier is not joined: its answer may be from before a swap or a withdrawal.
     */
    arrive(): Promise<boolean> {
      const begun = ahead;
      ahead = undefined;
      return begun ?? reload();
    },

    reload,
    asKept,

    /** Whether every held amount came with its value; true while nothing is known. */
    hasValues: (): boolean =>
      state.entries.every(
        ({ free_balance, free_balance_quoted }) =>
          isZero(free_balance) || free_balance_quoted !== undefined,
      ),

    /** Loads; settles with the first balances, from the device or the server, and the rates. */
    async firstKnown(): Promise<void> {
      const answered = load();
      ahead = answered;
      const shown = new Promise<void>((resolve) => {
        const stop = subscribe(state, () => {
          if (state.status === 'loading') return;
          stop();
          resolve();
        });
      });
      await Promise.all([Promise.race([shown, answered]), deps.loadRates()]);
    },

    /** Forgets everything, for a customer who signed out. */
    forget(): void {
      running = undefined;
      ahead = undefined;
      requests.changed();
      Object.assign(state, unknown());
    },
  };
}
