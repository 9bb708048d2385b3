import type { KeptCode } from '#core/money/cash.ts';
import { pow10 } from '#core/money/decimal.ts';

/**
 * A customer's accounts, whose balances are stored and never below zero. `available`: free to use.
 * `hold`: set aside for an operation under way. `pending`: seen on chain, not yet confirmed. `unclaimed`: came after
 * the account was closed, and waits for two officers; nothing else spends it (HARD-51).
 */
export type CustomerKind = 'available' | 'hold' | 'pending' | 'unclaimed';

/**
 * The other sides, whose balances are the sums of their postings: a stored one would be a row that
 * every operation waits for. `inventory`: what the company trades with. `spread`, `fees`: its
 * income. `chain`: what came from and went to the networks. `card`: what card purchases owe.
 * `bank`: what came by bank transfer. `manual`: corrections by hand. `given-up`: what was too little to be withdrawn when its customer
 * deleted their account. `forfeited`: what nobody took for a year after we ended the relationship, or what came for a
 * closed account and could not be paid to anybody. `losses`: what the house has paid for nothing.
 */
export type HouseKind =
  | 'inventory'
  | 'spread'
  | 'fees'
  | 'chain'
  | 'card'
  | 'bank'
  | 'manual'
  | 'given-up'
  | 'forfeited'
  | 'losses';

export type Account =
  | { readonly owner: 'house'; readonly kind: HouseKind; readonly currency: KeptCode }
  | { readonly owner: string; readonly kind: CustomerKind; readonly currency: KeptCode };

export const house = (kind: HouseKind, currency: KeptCode): Account => ({
  owner: 'house',
  kind,
  currency,
});

export const customer = (userId: string, kind: CustomerKind, currency: KeptCode): Account => ({
  owner: userId,
  kind,
  currency,
});

/** The account's id consists of owner, kind and currency, so no look-up is needed. */
export const accountId = ({ owner, kind, currency }: Account): string =>
  `${owner}/${kind}/${currency}`;

/** No asset's supply is larger: a larger number is a mistake or an attack and could overflow a balance. */
export const MOST_UNITS = pow10(24);
