import { type AssetCode, isAssetCode } from '#core/money/currencies.ts';
import type { JournalKind } from '#core/statement/journal-kind.ts';
import type { Account } from './accounts.ts';

/** One posting: minor units into the account (positive) or out of it (negative). */
export interface Posting {
  readonly account: Account;
  readonly units: bigint;
}

/** One event that moved money, with all its postings. */
export interface Journal {
  readonly class: 'conversion' | 'payment' | 'manual' | 'trade';
  readonly kind: JournalKind;
  /** The customer on whose statement it is; null: nobody's, as of a loss of the house. */
  readonly userId: string | null;
  /** Identifies the cause, such as `quote:ID`: at most one journal has it. */
  readonly reference?: string;
  readonly comment?: string;
  readonly network?: string;
  readonly sender?: string;
  readonly recipient?: string;
  readonly paymentMethod?: string;
  /** For history that is written afterwards only; otherwise the database's clock. */
  readonly createdAt?: Date;
  readonly postings: readonly Posting[];
}

/** The sums of the postings by currency, if not zero: empty for a balanced journal. */
export function imbalance(postings: readonly Posting[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { account, units } of postings) {
    sums.set(account.currency, (sums.get(account.currency) ?? 0n) + units);
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}

/**
 * The change of each position of the house by asset, positive for a gain. Cash is what positions are paid
 * with, not a position.
 */
export function houseChanges(postings: readonly Posting[]): ReadonlyMap<AssetCode, bigint> {
  const sums = new Map<AssetCode, bigint>();
  for (const { account, units } of postings) {
    if (account.owner !== 'house' || !isAssetCode(account.currency)) continue;
    sums.set(account.currency, (sums.get(account.currency) ?? 0n) + units);
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}

/** The postings without those of zero. */
export const withoutZeros = (postings: readonly Posting[]): readonly Posting[] =>
  postings.filter(({ units }) => units !== 0n);
