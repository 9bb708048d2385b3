import type { AssetCode } from '#core/domain/currencies.ts';

export interface Money {
  readonly asset: AssetCode;
  /** Minor units, more than 0. */
  readonly units: bigint;
}

/** What is asked of one account. The key of a write is its idempotency key. */
export type Asked =
  | {
      readonly kind: 'swap';
      readonly key: string;
      readonly quote: string;
      readonly paid: Money;
      readonly received: Money;
    }
  | { readonly kind: 'withdraw'; readonly key: string /** Fee included. */; readonly total: Money }
  /** Of the withdrawal that was asked for under this key. */
  | { readonly kind: 'cancel'; readonly key: string }
  /** What became of a write: answered `never`, it closes its key. */
  | { readonly kind: 'outcome'; readonly key: string }
  /** Seen on chain: pending. */
  | { readonly kind: 'deposit'; readonly id: string; readonly money: Money }
  /** The server's own act, which nobody asks for or is told of: what was pending is available. */
  | { readonly kind: 'credit'; readonly id: string; readonly money: Money }
  | { readonly kind: 'wallet' }
  | { readonly kind: 'statement' };

export type Told =
  /** The answer was lost, or said that it is not known: it happened, or will, or never does. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly code: string }
  /** A write happened, now or before; where the server says so, what it calls it and what it moved. */
  | { readonly kind: 'done'; readonly id?: string; readonly moved?: string }
  | { readonly kind: 'never' }
  | { readonly kind: 'balances'; readonly balances: Balances }
  /** In any order: as `entryText` writes them. */
  | { readonly kind: 'entries'; readonly entries: readonly string[] };

/** Minor units by `BTC available`, `BTC hold`, `BTC pending`; without those that are zero. */
export type Balances = ReadonlyMap<string, bigint>;

/** An entry of the statement: it names its asset and its signed minor units. */
export const entryText = (asset: string, units: bigint): string =>
  `${asset} ${units > 0n ? '+' : ''}${units}`;

/** What a write moves, as it is asked for and as it is told. */
export const movedText = (...parts: readonly Money[]): string =>
  parts.map(({ asset, units }) => `${units} ${asset}`).join(' for ');

export interface AccountState {
  readonly balances: Balances;
  readonly entries: readonly string[];
  /** What is decided: keys used or closed, quotes used, withdrawals cancelled, deposits credited. */
  readonly facts: ReadonlyMap<string, string>;
}

/** An account that was given these amounts, each by one deposit, before anybody looked. */
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
 * The state after these changes of balances, of which the statement shows those of what is available;
 * undefined where one would fall below zero.
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

/** Equal texts are equal balances. */
export const balancesText = (balances: Balances): string =>
  [...balances]
    .map(([name, units]) => `${name}=${units}`)
    .sort()
    .join(' ') || 'nothing';
