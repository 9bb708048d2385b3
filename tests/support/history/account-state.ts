import type { AssetCode } from '#core/money/currencies.ts';

export interface Money {
  readonly asset: AssetCode;
  /** Minor units; always positive. */
  readonly units: bigint;
}

/** A request about one account. The key of a write is its idempotency key. */
export type Asked =
  | {
      readonly kind: 'swap';
      readonly key: string;
      readonly quote: string;
      readonly paid: Money;
      readonly received: Money;
    }
  | { readonly kind: 'withdraw'; readonly key: string /** Fee included. */; readonly total: Money }
  /** Cancels the withdrawal that was requested with this key. */
  | { readonly kind: 'cancel'; readonly key: string }
  /** Asks what became of a write. The answer `never` closes its key: the write can no longer happen. */
  | { readonly kind: 'outcome'; readonly key: string }
  /** A deposit is seen on chain and becomes pending. */
  | { readonly kind: 'deposit'; readonly id: string; readonly money: Money }
  /** The server makes a pending deposit available. Nobody requests it and nobody gets an answer. */
  | { readonly kind: 'credit'; readonly id: string; readonly money: Money }
  | { readonly kind: 'wallet' }
  | { readonly kind: 'statement' };

export type Told =
  /** The answer was lost, or said that the outcome is unknown: the write has happened, will happen or never happens. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly code: string }
  /** The write happened, now or earlier. With its id and the amounts that it moved, if the answer contains them. */
  | { readonly kind: 'done'; readonly id?: string; readonly moved?: string }
  | { readonly kind: 'never' }
  | { readonly kind: 'balances'; readonly balances: Balances }
  /** The entries of the statement as texts of `entryText`, in any order. */
  | { readonly kind: 'entries'; readonly entries: readonly string[] };

/** Minor units by names such as `BTC available`, `BTC hold` and `BTC pending`. Balances of zero are left out. */
export type Balances = ReadonlyMap<string, bigint>;

/** An entry of the statement as text: its asset and its signed minor units. */
export const entryText = (asset: string, units: bigint): string =>
  `${asset} ${units > 0n ? '+' : ''}${units}`;

/** The amounts that a write moves as text, to compare the request with the answer. */
export const movedText = (...parts: readonly Money[]): string =>
  parts.map(({ asset, units }) => `${units} ${asset}`).join(' for ');

export interface AccountState {
  readonly balances: Balances;
  readonly entries: readonly string[];
  /** What cannot change any more: keys used or closed, quotes used, withdrawals cancelled, deposits credited. */
  readonly facts: ReadonlyMap<string, string>;
}

/** The state of an account to which these amounts were credited, by one deposit each, before the history begins. */
export const openingState = (given: readonly Money[]): AccountState => ({
  balances: new Map(given.map(({ asset, units }) => [`${asset} available`, units])),
  entries: given.map(({ asset, units }) => entryText(asset, units)),
  facts: new Map(),
});

export const withFacts = (
  state: AccountState,
  ...facts: readonly (readonly [string, string])[]
): AccountState => ({ ...state, facts: new Map([...state.facts, ...facts]) });

type Kind = 'available' | 'hold' | 'pending';

/**
 * The state after these changes of balances; undefined if a balance would fall below zero. The statement gets an entry
 * for each change of an available balance.
 */
export function move(
  state: AccountState,
  changes: readonly (readonly [Kind, AssetCode, bigint])[],
): AccountState | undefined {
  const balances = new Map(state.balances);
  const entries = [...state.entries];
  for (const [kind, asset, units] of changes) {
    const name = `${asset} ${kind}`;
    const next = (balances.get(name) ?? 0n) + units;
    if (next < 0n) return undefined;
    if (next === 0n) balances.delete(name);
    else balances.set(name, next);
    if (kind === 'available') entries.push(entryText(asset, units));
  }
  return { ...state, balances, entries };
}

/** Balances as a text that is equal for equal balances. */
export const balancesText = (balances: Balances): string =>
  [...balances]
    .map(([name, units]) => `${name}=${units}`)
    .sort()
    .join(' ') || 'nothing';
