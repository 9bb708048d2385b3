import { proxy } from 'valtio/vanilla';
import type { MerchantTransaction } from '#core/contract/staff/merchant.ts';
import type { Failure, Outcome } from '#core/failure.ts';
import { merchantEntries } from '#core/statement/merchant-entry.ts';
import { instantOf } from '#core/statement/statement.ts';
import { inPeriod, type Period, periodReaches } from '#core/time/period.ts';
import { type Counts, inOrder } from '#transport/calls/in-order.ts';

/** ADM-04: the transactions per page. */
export const LISTING_LIMIT = 100;

export interface ListingState {
  /** The merchant's id; '' for all merchants. */
  merchant: string;
  period: Period;
  status: 'loading' | 'ready' | 'failed';
  rows: readonly MerchantTransaction[];
  /** The number of the next page; undefined at the end. */
  next: number | undefined;
  /** The text of a failed load, or of a failed further page. */
  failure: string | undefined;
  loadingMore: boolean;
}

export interface ListingPage {
  readonly details: readonly MerchantTransaction[];
  readonly total: number | null;
}

export interface ListingDeps {
  page(merchant: string, page: number): Promise<Outcome<ListingPage>>;
  text(failure: Failure): string;
  now(): number;
}

const unknown = (): ListingState => ({
  merchant: '',
  period: 'All time',
  status: 'loading',
  rows: [],
  next: undefined,
  failure: undefined,
  loadingMore: false,
});

/**
 * Joins two pages. Transactions that arrive meanwhile move the others to later pages, so a row may occur
 * twice.
 */
export function joinRows(
  first: readonly MerchantTransaction[],
  then: readonly MerchantTransaction[],
): readonly MerchantTransaction[] {
  const known = new Set(first.map(({ _id }) => _id));
  return [...first, ...then.filter(({ _id }) => !known.has(_id))];
}

const nextAfter = (page: number, { details, total }: ListingPage, limit: number) => {
  const more = total === null ? details.length >= limit : page * limit < total;
  return more && details.length > 0 ? page + 1 : undefined;
};

/** The loaded entries that the filters show. */
export const shownEntries = (
  { rows, period }: Pick<ListingState, 'rows' | 'period'>,
  now: number,
  merchant?: string,
) => merchantEntries(rows, merchant).filter(({ at }) => inPeriod(at, period, now));

/** Whether pages that are not loaded may contain entries of the period. */
export function mayHaveMore(
  { rows, period, next }: Pick<ListingState, 'rows' | 'period' | 'next'>,
  now: number,
): boolean {
  const last = rows.at(-1);
  return next !== undefined && (!last || periodReaches(instantOf(last.createdAt), period, now));
}

export function createListing(deps: ListingDeps) {
  const state = proxy<ListingState>(unknown());
  const requests = inOrder();
  /** Whether answers still belong to the list that is shown now. */
  let counts = requests.askOnly();

  async function further(isCurrent: Counts): Promise<void> {
    const { next: page } = state;
    if (page === undefined) return;
    const outcome = await deps.page(state.merchant, page);
    if (!isCurrent()) return;
    if (!outcome.ok) {
      state.failure = deps.text(outcome.failure);
      return;
    }
    state.rows = joinRows(state.rows, outcome.value.details);
    state.next = nextAfter(page, outcome.value, LISTING_LIMIT);
    state.failure = undefined;
  }

  const shownCount = (): number => shownEntries(state, deps.now()).length;

  /**
   * Reads pages until there is something new to see: a page may contain only pending transactions, which are
   * hidden.
   */
  async function readOn(isCurrent: Counts): Promise<void> {
    const before = shownCount();
    state.loadingMore = true;
    do {
      await further(isCurrent);
      if (!isCurrent()) return;
    } while (
      state.failure === undefined &&
      shownCount() === before &&
      mayHaveMore(state, deps.now())
    );
    state.loadingMore = false;
  }

  async function load(): Promise<void> {
    counts = requests.askOnly();
    const isCurrent = counts;
    state.loadingMore = false;
    if (state.status === 'failed') state.status = 'loading';
    const outcome = await deps.page(state.merchant, 1);
    if (!isCurrent()) return;
    if (!outcome.ok) {
      state.failure = deps.text(outcome.failure);
      if (state.status !== 'ready') state.status = 'failed';
      return;
    }
    const { details } = outcome.value;
    const old = new Set(state.rows.map(({ _id }) => _id));
    // The loaded pages stay, unless there is so much new that a page between would be missing.
    if (details.some(({ _id }) => old.has(_id))) {
      state.rows = joinRows(details, state.rows);
    } else {
      state.rows = details;
      state.next = nextAfter(1, outcome.value, LISTING_LIMIT);
    }
    state.failure = undefined;
    state.status = 'ready';
    if (shownCount() === 0 && mayHaveMore(state, deps.now())) await readOn(isCurrent);
  }

  return {
    state,
    load,

    /** Shows the transactions of one merchant, or of all if `merchant` is ''. */
    async choose(merchant: string): Promise<void> {
      Object.assign(state, unknown(), { period: state.period, merchant });
      await load();
    },

    /** Chooses no merchant and shows no transactions. */
    leave(): void {
      requests.changed();
      Object.assign(state, unknown(), { period: state.period });
    },

    async setPeriod(period: Period): Promise<void> {
      state.period = period;
      const busy = state.status !== 'ready' || state.loadingMore;
      if (!busy && shownCount() === 0 && mayHaveMore(state, deps.now())) await readOn(counts);
    },

    /** Adds the next page; a page that fails leaves the list as it is and says so. */
    async loadMore(): Promise<void> {
      if (state.status === 'ready' && !state.loadingMore) await readOn(counts);
    },

    forget(): void {
      requests.changed();
      Object.assign(state, unknown());
    },
  };
}

export type Listing = ReturnType<typeof createListing>;
