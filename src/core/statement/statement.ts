import type { ReturnCause } from '#core/contract/money/payment.ts';
import type {
  AccountTransaction,
  FailedPayment,
  FailedPaymentReason,
} from '#core/contract/wallet/history.ts';
import { stageInShort } from '#core/money/withdrawal-state.ts';
import { type EntryLabel, type EntryName, labelBehind, ownNames } from './entry-label.ts';

export interface Sum {
  readonly amount: string;
  readonly currency: string;
}

/** A value in the customer's currency at that time, and the unit price if it was recorded. */
export interface ValueThen extends Sum {
  readonly price?: string;
}

/** What a card was charged, and the price and spread of the purchase if they were recorded. */
export interface Charged extends Sum {
  readonly price?: string;
  readonly spreadBps?: number;
}

export interface Leg extends Sum {
  readonly id: string;
  readonly value?: ValueThen;
}

interface EntryBase {
  /** The entry's id; for a swap, the id of its credit. */
  readonly id: string;
  readonly label: EntryName;
  /** '' if the entry has none. */
  readonly status: string;
  /** Milliseconds since the epoch; NaN if the server's text is not a date (TX-04). */
  readonly at: number;
  readonly trackingId: string;
}

export interface SingleEntry extends EntryBase {
  readonly kind: 'single';
  readonly direction: 'credit' | 'debit';
  readonly amount: string;
  readonly currency: string;
  readonly network: string;
  readonly sender: string;
  readonly recipient: string;
  /** The network's fee, part of the amount. */
  readonly fee?: string;
  /** What the card was charged, our fee included. */
  readonly paid?: Charged;
  readonly value?: ValueThen;
}

export interface SwapEntry extends EntryBase {
  readonly kind: 'swap';
  readonly credit: Leg;
  readonly debit: Leg;
}

/** A card payment that bought nothing: it moved no money and counts in no total. */
export interface FailedEntry extends EntryBase {
  readonly kind: 'failed';
  readonly reason: FailedPaymentReason;
  /** Why it went back, where it did. */
  readonly cause?: ReturnCause;
  /** The amount asked of the card. */
  readonly charge: Sum;
  /** The amount that would have been bought. */
  readonly wanted: Sum;
}

export type StatementEntry = SingleEntry | SwapEntry | FailedEntry;

/** Engines accept February 30th as March 2nd, but it is not a date. */
function isDay(year: string, month: string, day: string): boolean {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return date.getUTCDate() === Number(day) && date.getUTCMonth() + 1 === Number(month);
}

/** Of YYYY-MM-DD, whose hyphens are no zone mark. */
const DAY_LENGTH = 10;

/** UTC milliseconds of `created_at`: a missing zone mark means UTC (TX-04). */
export function instantOf(createdAt: string): number {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(createdAt) ?? [];
  if (!year || !month || !day || !isDay(year, month, day)) return Number.NaN;
  const text = createdAt.replace(' ', 'T');
  return Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text.slice(DAY_LENGTH)) ? text : `${text}Z`);
}

/** The last part of the comment after '/'; '' where there is none (TX-06). */
export const trackingIdOf = (comment: string): string =>
  comment.includes('/') ? comment.slice(comment.lastIndexOf('/') + 1).trim() : '';

/** The start of the comment of a withdrawal, before its id. */
const WITHDRAWAL = 'Withdrawal/';

type Named = Pick<AccountTransaction, 'transaction_class' | 'type' | 'comment' | 'kind'>;

/** The name of what reduced a balance and was no withdrawal (HARD-52); undefined for everything else. */
function ownNameOf({ type, comment, kind }: Named): EntryName | undefined {
  if (type === 'credit') return undefined;
  switch (kind) {
    case 'cash-recalled':
    case 'given-up':
    case 'forfeited':
    case 'set-aside':
    case 'card-refunded':
    case 'card-recalled':
      return ownNames[kind];
    case 'manual':
      // Booked by hand as well: a withdrawal that the books had lost.
      return comment.startsWith(WITHDRAWAL) || comment.startsWith('Transfer from admin')
        ? undefined
        : ownNames.manual;
    default:
      return undefined;
  }
}

/** The label and status of an entry: its own name, or else by its class and direction. */
export function labelOf(entry: Named): { readonly label: EntryName; readonly status: string } {
  const { transaction_class: kind, type, comment } = entry;
  const own = ownNameOf(entry);
  if (own) return { label: own, status: '' };
  if (kind === 'conversion') return { label: 'Swap', status: '' };
  if (kind === 'payment' && type === 'debit') return { label: 'Withdraw', status: 'Withdrawn' };
  if (kind === 'manual' && comment.startsWith('Transfer from admin')) {
    return { label: 'Buy', status: 'Completed' };
  }
  if (kind === 'manual' && type === 'credit') return { label: 'Deposit', status: 'Deposited' };
  if (kind === 'trade' && type === 'credit') return { label: 'Buy', status: 'Completed' };
  return { label: type === 'credit' ? 'Deposit' : 'Withdraw', status: '' };
}

/** The status of a withdrawal under way; `labelOf` covers only those that are over. */
export const underWayText = {
  requested: stageInShort.held,
  broadcast: stageInShort.sent,
} as const;

/** A withdrawal that was cancelled or failed: the money came back (BEY-15). */
export const RETURNED = 'Returned';

/** Whether an entry belongs to a withdrawal that was undone: it neither received nor sent anything. */
export const isReturned = (entry: Pick<StatementEntry, 'status'>): boolean =>
  entry.status === RETURNED;

/** Whether an entry belongs to a withdrawal that waits: its amount is set aside, and nothing has left. */
export const isNotSent = (entry: Pick<StatementEntry, 'status'>): boolean =>
  entry.status === underWayText.requested;

/** Whether an entry counts in no sum of what came in and went out: nothing has left by it, or all of it came back. */
export const movedNothing = (entry: Pick<StatementEntry, 'status'>): boolean =>
  isReturned(entry) || isNotSent(entry);

/** Whether the entry is money that came back, which `labelOf` would call a deposit. */
export const cameBack = (entry: StatementEntry): boolean =>
  entry.kind === 'single' && entry.direction === 'credit' && isReturned(entry);

/** The entry's value at that time; for a swap, the value of what was received. */
export function worthOf(entry: StatementEntry): ValueThen | undefined {
  switch (entry.kind) {
    case 'swap':
      return entry.credit.value;
    case 'failed':
      return undefined;
    case 'single':
      return entry.value;
  }
}

/** The type of an entry in words. */
export const typeText = (entry: StatementEntry): EntryName | typeof RETURNED =>
  cameBack(entry) ? RETURNED : entry.label;

/** The type by which an entry is found; money that came back belongs to its withdrawal. */
export const filterTypeOf = (entry: StatementEntry): EntryLabel =>
  cameBack(entry) ? 'Withdraw' : labelBehind(entry.label);

/** The transaction id as it is shown and exported. */
export const transactionIdOf = ({
  trackingId,
  id,
}: Pick<StatementEntry, 'trackingId' | 'id'>): string => trackingId || id;

/**
 * The tracking ids of withdrawals whose money came back: they must not be shown as “Withdrawn”. The entry
 * that brings the money back is newer, so a list that contains the debit contains it as well.
 */
const returnedIn = (transactions: readonly AccountTransaction[]): ReadonlySet<string> =>
  new Set(
    transactions
      .filter(
        ({ transaction_class, type, comment }) =>
          transaction_class === 'payment' && type === 'credit' && comment.startsWith(WITHDRAWAL),
      )
      .map(({ comment }) => trackingIdOf(comment)),
  );

const sumOf = (told: { readonly amount: string; readonly currency_id: string }): Sum => ({
  amount: told.amount,
  currency: told.currency_id,
});

const valueThen = (told: NonNullable<AccountTransaction['value']>): ValueThen => ({
  ...sumOf(told),
  ...(told.price !== undefined && { price: told.price }),
});

const failedStatus = {
  failed: 'Failed',
  declined: 'Declined',
  cancelled: 'Cancelled',
  expired: 'Expired',
  superseded: 'Replaced',
  refunding: 'Refund on its way',
  refunded: 'Refunded',
} as const satisfies Readonly<Record<FailedPaymentReason, string>>;

const failedOf = (payment: FailedPayment): FailedEntry => ({
  kind: 'failed',
  id: payment.transaction_id,
  label: 'Buy',
  status: failedStatus[payment.reason],
  at: instantOf(payment.created_at),
  trackingId: payment.transaction_id,
  reason: payment.reason,
  ...(payment.returned_for && { cause: payment.returned_for }),
  charge: sumOf(payment.charge),
  wanted: sumOf(payment.wanted),
});

/** Whether the card was charged and the charge is or was refunded. */
export const isRefund = ({ reason }: Pick<FailedEntry, 'reason'>): boolean =>
  reason === 'refunding' || reason === 'refunded';

function singleOf(entry: AccountTransaction, returned: ReadonlySet<string>): SingleEntry {
  // Search results may contain the debit alone; older answers do not mark it as undone.
  const undone =
    entry.returned === true ||
    (entry.transaction_class === 'payment' && returned.has(trackingIdOf(entry.comment)));
  return {
    kind: 'single',
    id: entry.account_transaction_id,
    ...labelOf(entry),
    ...(entry.withdrawal && { status: underWayText[entry.withdrawal] }),
    ...(undone && { status: RETURNED }),
    at: instantOf(entry.created_at),
    trackingId: trackingIdOf(entry.comment),
    direction: entry.type,
    amount: entry.amount,
    currency: entry.currency_id,
    network: entry.network,
    sender: entry.sender,
    recipient: entry.recipient,
    // An undone withdrawal had no fee, whatever an older answer said.
    ...(entry.fee !== undefined && !undone && { fee: entry.fee }),
    ...(entry.paid && { paid: chargedOf(entry.paid) }),
    ...(entry.value && { value: valueThen(entry.value) }),
  };
}

const chargedOf = (paid: NonNullable<AccountTransaction['paid']>): Charged => ({
  ...sumOf(paid),
  ...(paid.price !== undefined && { price: paid.price }),
  ...(paid.spread_bps !== undefined && { spreadBps: paid.spread_bps }),
});

const legOf = (entry: AccountTransaction): Leg => ({
  id: entry.account_transaction_id,
  ...sumOf(entry),
  ...(entry.value && { value: valueThen(entry.value) }),
});

function swapOf(credit: AccountTransaction, debit: AccountTransaction): SwapEntry {
  return {
    kind: 'swap',
    id: credit.account_transaction_id,
    ...labelOf(credit),
    at: instantOf(credit.created_at),
    trackingId: trackingIdOf(credit.comment),
    credit: legOf(credit),
    debit: legOf(debit),
  };
}

/** Legs that share class and creation time pair up: each credit with a debit in another currency. */
function pair(legs: readonly AccountTransaction[]): SwapEntry[] {
  const debits = legs.filter((leg) => leg.type === 'debit');
  const swaps: SwapEntry[] = [];
  for (const credit of legs.filter((leg) => leg.type === 'credit')) {
    const at = debits.findIndex((debit) => debit.currency_id !== credit.currency_id);
    const [debit] = at < 0 ? [] : debits.splice(at, 1);
    if (debit) swaps.push(swapOf(credit, debit));
  }
  return swaps;
}

/** Newest first; entries without a date come last. */
const newestFirst = (a: StatementEntry, b: StatementEntry): number => {
  const left = Number.isNaN(a.at) ? Number.NEGATIVE_INFINITY : a.at;
  const right = Number.isNaN(b.at) ? Number.NEGATIVE_INFINITY : b.at;
  return left === right ? 0 : right - left;
};

/**
 * The statement as it is shown. A swap needs both its legs (TX-03); an id that occurs twice counts once. A
 * card payment that went through after all is the purchase it became.
 */
export function statementOf(
  transactions: readonly AccountTransaction[],
  failed: readonly FailedPayment[] = [],
): StatementEntry[] {
  const seen = new Set<string>();
  const returned = returnedIn(transactions);
  const singles: StatementEntry[] = [];
  const conversions = new Map<string, AccountTransaction[]>();
  for (const entry of transactions) {
    if (seen.has(entry.account_transaction_id)) continue;
    seen.add(entry.account_transaction_id);
    if (entry.transaction_class !== 'conversion') {
      singles.push(singleOf(entry, returned));
      continue;
    }
    const legs = conversions.get(entry.created_at);
    if (legs) legs.push(entry);
    else conversions.set(entry.created_at, [entry]);
  }
  const tracked = new Set(singles.map(({ trackingId }) => trackingId));
  const payments = new Map(failed.map((one) => [one.transaction_id, failedOf(one)]));
  return [
    ...singles,
    ...[...conversions.values()].flatMap(pair),
    ...[...payments.values()].filter(({ trackingId }) => !tracked.has(trackingId)),
  ].sort(newestFirst);
}

/** Whether an entry belongs to an asset's own history: a swap does by either leg (TX-03). */
export function concerns(entry: StatementEntry, currency: string): boolean {
  switch (entry.kind) {
    case 'swap':
      return entry.credit.currency === currency || entry.debit.currency === currency;
    case 'failed':
      return entry.wanted.currency === currency;
    case 'single':
      return entry.currency === currency;
  }
}
