import { type AssetCode, isAssetCode } from '#core/domain/currencies.ts';
import type { JournalKind } from '#core/domain/journal-kind.ts';
import type { Account } from './accounts.ts';

/** One line: so many minor units into the account (positive) or out of it (negative). */
export interface Posting {
  readonly account: Account;
  readonly units: bigint;
}

/** One event that moved money, with all its sides. */
export interface Journal {
  readonly class: 'conversion' | 'payment' | 'manual' | 'trade';
  readonly kind: JournalKind;
  /** Whose statement it belongs to. */
  readonly userId: string;
  /** Names the cause, such as `quote:ID`: at most one journal has it. */
  readonly reference?: string;
  readonly comment?: string;
  readonly network?: string;
  readonly sender?: string;
  readonly recipient?: string;
  readonly paymentMethod?: string;
  /** Only for history that is written afterwards; otherwise the database's clock. */
  readonly createdAt?: Date;
  readonly postings: readonly Posting[];
}

/** Sums of the postings per currency that are not zero: none in a journal that balances. */
export function imbalance(postings: readonly Posting[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { account, units } of postings) {
    sums.set(account.currency, (sums.get(account.currency) ?? 0n) + units);
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}

/**
 * By how much each position of the house in an asset changes, where it does: what it gains is positive.
 * Cash is what they are paid with, and no position.
 */
export function houseChanges(postings: readonly Posting[]): ReadonlyMap<AssetCode, bigint> {
  const sums = new Map<AssetCode, bigint>();
  for (const { account, units } of postings) {
    if (account.owner !== 'house' || !isAssetCode(account.currency)) continue;
    sums.set(account.currency, (sums.get(account.currency) ?? 0n) + units);
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}

/** The postings that say something. */
export const withoutZeros = (postings: readonly Posting[]): readonly Posting[] =>
  postings.filter(({ units }) => units !== 0n);
