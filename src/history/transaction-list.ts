import { proxy, ref } from 'valtio/vanilla';
import type { AccountTransaction, FailedPayment } from '#core/contract/wallet/history.ts';
import type { Outcome } from '#core/failure.ts';
import { type Counts, inOrder } from '#transport/calls/in-order.ts';

export interface HistoryState {
  /** `failed`: neither an answer nor a snapshot. */
  status: 'loading' | 'ready' | 'failed';
  transactions: readonly AccountTransaction[];
  /** Card payments that bought nothing. */
  failed: readonly FailedPayment[];
  /** The position of the next page; undefined at the end. */
  next: string | undefined;
  asOf: Date | undefined;
  source: 'snapshot' | 'server' | undefined;
  /** The text of a failed load, or of a failed further page. */
  failure: string | undefined;
  loadingMore: boolean;
}

export interface HistoryPage {
  readonly transactions: readonly AccountTransaction[];
  readonly failed: readonly FailedPayment[];
  readonly next: string | undefined;
}

export interface HistoryDeps {
  /** The newest page: the device's snapshot first, where there is one, then the server's. */
  newest(
    show: (page: HistoryPage, asOf: Date, source: 'snapshot' | 'server') => void,
  ): Promise<Outcome<unknown>>;
  /** The page after `after`, with `size` entries or the server's default. */
  further(after: string, size?: number): Promise<Outcome<HistoryPage>>;
  text(failure: Extract<Outcome<unknown>, { ok: false }>['failure']): string;
}

/** The list never changes in place: tracking each of ten thousand entries would block the page. */
const whole = <T>(list: readonly T[]): readonly T[] => ref(list as T[]);

const idOf = (one: AccountTransaction): string => one.account_transaction_id;
const paymentIdOf = (one: FailedPayment): string => one.transaction_id;

/** The known entries that are not among the new ones. */
function behind<T>(known: readonly T[], fresh: readonly T[], id: (one: T) => string) {
  const ids = new Set(fresh.map(id));
  return known.filter((one) => !ids.has(id(one)));
}

/** The known entries, replaced by their new versions where there are any. */
function updated<T>(known: readonly T[], fresh: readonly T[], id: (one: T) => string) {
  const now = new Map(fresh.map((one) => [id(one), one]));
  return keptOf(
    known,
    known.map((one) => now.get(id(one)) ?? one),
    id,
  );
}

/**
 * The fresh list with the known objects in place of their equals, and the known list itself if nothing
 * changed: rows are only drawn again for another object.
 */
function keptOf<T>(known: readonly T[], fresh: readonly T[], id: (one: T) => string): readonly T[] {
  const before = new Map(known.map((one) => [id(one), one]));
  const list = fresh.map((one) => {
    const kept = before.get(id(one));
    const isKept = kept && (kept === one || JSON.stringify(kept) === JSON.stringify(one));
    return isKept ? kept : one;
  });
  const isSame = list.length === known.length && list.every((one, index) => one === known[index]);
  return isSame ? known : whole(list);
}

/** Keeps the older pages after the newest one, unless entries between them may be missing. */
function refreshed(state: HistoryState, newest: HistoryPage): HistoryPage {
  const { transactions, failed, next, source } = state;
  const older = behind(transactions, newest.transactions, idOf);
  const olderFailed = behind(failed, newest.failed, paymentIdOf);
  const meet = older.length < transactions.length || olderFailed.length < failed.length;
  return source === 'server' && meet
    ? {
        transactions: keptOf(transactions, [...newest.transactions, ...older], idOf),
        failed: keptOf(failed, [...newest.failed, ...olderFailed], paymentIdOf),
        next,
      }
    : {
        transactions: keptOf(transactions, newest.transactions, idOf),
        failed: keptOf(failed, newest.failed, paymentIdOf),
        next: newest.next,
      };
}

const unknown = (): HistoryState => ({
  status: 'loading',
  transactions: whole([]),
  failed: whole([]),
  next: undefined,
  asOf: undefined,
  source: undefined,
  failure: undefined,
  loadingMore: false,
});

export function createHistory(deps: HistoryDeps) {
  const state = proxy<HistoryState>(unknown());
  const questions = inOrder();

  /**
   * Entries do not change, except withdrawals and refunds under way: the pages down to the last of these are
   * read again.
   */
  async function readAgain(newest: HistoryPage, counts: Counts): Promise<void> {
    const underWay = new Set([
      ...state.transactions.filter((one) => one.withdrawal).map(idOf),
      ...state.failed.filter((one) => one.reason === 'refunding').map(paymentIdOf),
    ]);
    const isKnown = ({ transactions, failed }: HistoryPage): void => {
      for (const id of [...transactions.map(idOf), ...failed.map(paymentIdOf)]) underWay.delete(id);
    };
    isKnown(newest);
    let { next } = newest;
    while (next !== undefined && underWay.size > 0) {
      const outcome = await deps.further(next);
      if (!counts(false)) return;
      if (!outcome.ok) {
        state.failure = deps.text(outcome.failure);
        return;
      }
      state.transactions = updated(state.transactions, outcome.value.transactions, idOf);
      state.failed = updated(state.failed, outcome.value.failed, paymentIdOf);
      isKnown(outcome.value);
      next = outcome.value.next;
    }
  }

  return {
    state,

    /**
     * Loads or refreshes the newest page; what was known stays on screen until the answer is here.
     */
    async load(): Promise<void> {
      if (state.status === 'failed') state.status = 'loading';
      const counts = questions.ask();
      const outcome = await deps.newest((page, asOf, source) => {
        if (source === 'snapshot' && state.source === 'server') return;
        if (!counts(source === 'server')) return;
        Object.assign(state, refreshed(state, page));
        Object.assign(state, { status: 'ready', asOf, source, failure: undefined });
        if (source === 'server') void readAgain(page, counts);
      });
      if (outcome.ok || !counts(false)) return;
      state.failure = deps.text(outcome.failure);
      if (state.status !== 'ready') state.status = 'failed';
    },

    /** Adds the next page, of `size` entries; a page that fails leaves the list as it is and says so. */
    async loadMore(size?: number): Promise<void> {
      const after = state.next;
      if (after === undefined || state.loadingMore) return;
      state.loadingMore = true;
      const outcome = await deps.further(after, size);
      state.loadingMore = false;
      // A refresh has restarted the list meanwhile.
      if (state.next !== after) return;
      if (!outcome.ok) {
        state.failure = deps.text(outcome.failure);
        return;
      }
      state.transactions = whole([...state.transactions, ...outcome.value.transactions]);
      state.failed = whole([...state.failed, ...outcome.value.failed]);
      state.next = outcome.value.next;
      state.failure = undefined;
    },

    forget(): void {
      questions.changed();
      Object.assign(state, unknown());
    },
  };
}

export type History = ReturnType<typeof createHistory>;
