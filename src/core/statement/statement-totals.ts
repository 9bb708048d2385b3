import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { isNotSent, movedNothing, type StatementEntry, type Sum } from './statement.ts';

/** The most decimals of any asset. */
const SCALE = 18;

export interface AssetTotal {
  readonly currency: string;
  /** Exact decimals, unsigned. */
  readonly received: string;
  readonly sent: string;
  /** Received minus sent, with a minus sign if more was sent. */
  readonly net: string;
  /** What waits and has not been sent; it is in none of the above. */
  readonly waiting: string;
}

type Side = 'received' | 'sent' | 'waiting';

/**
 * The sums of the entries per asset or cash currency, sorted by code: what the wallet received and sent. Not
 * counted: amounts that are not numbers, withdrawals that were undone, and card payments. What has not left yet is apart.
 */
export function totalsOf(entries: readonly StatementEntry[]): AssetTotal[] {
  const sums = new Map<string, Record<Side, bigint>>();
  const add = (currency: string, side: Side, amount: string): void => {
    const sum = sums.get(currency) ?? { received: 0n, sent: 0n, waiting: 0n };
    sum[side] += parseUnits(amount, SCALE) ?? 0n;
    sums.set(currency, sum);
  };
  for (const entry of entries) {
    if (entry.kind === 'single' && isNotSent(entry)) add(entry.currency, 'waiting', entry.amount);
    if (entry.kind === 'failed' || movedNothing(entry)) continue;
    if (entry.kind === 'swap') {
      add(entry.credit.currency, 'received', entry.credit.amount);
      add(entry.debit.currency, 'sent', entry.debit.amount);
    } else {
      add(entry.currency, entry.direction === 'credit' ? 'received' : 'sent', entry.amount);
    }
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { received, sent, waiting }]) => ({
      currency,
      received: formatUnits(received, SCALE),
      sent: formatUnits(sent, SCALE),
      net: formatUnits(received - sent, SCALE),
      waiting: formatUnits(waiting, SCALE),
    }));
}

/** What cards were charged for purchases, by currency, sorted by code. It never was in the wallet (HARD-52). */
export function cardChargesOf(entries: readonly StatementEntry[]): Sum[] {
  const sums = new Map<string, bigint>();
  for (const entry of entries) {
    if (entry.kind !== 'single' || !entry.paid) continue;
    const { currency, amount } = entry.paid;
    sums.set(currency, (sums.get(currency) ?? 0n) + (parseUnits(amount, SCALE) ?? 0n));
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, charged]) => ({ currency, amount: formatUnits(charged, SCALE) }));
}
