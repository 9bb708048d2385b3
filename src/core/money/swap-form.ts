import type { Instrument } from '#core/contract/money/swap.ts';
import { findCash, type KeptCode, type KeptCurrency, keptOf } from './cash.ts';
import { type Asset, type AssetCode, defaultPair, offeredAssets } from './currencies.ts';
import { formatUnits, parseUnits, rescaleDown } from './decimal.ts';

/** The rules of the swap form, without effects and without a clock. */

export interface Pair {
  readonly source: KeptCode;
  readonly target: KeptCode;
}

export const QUICK_FILLS = [25, 50, 100] as const;
export type QuickFill = (typeof QUICK_FILLS)[number];

const FILL_DECIMALS = 8;

/** A share of the balance in whole minor units, cut towards zero; undefined if nothing is left. */
export function quickFill(balance: string, percent: QuickFill, precision: number) {
  const decimals = Math.min(precision, FILL_DECIMALS);
  const units = parseUnits(balance, precision);
  if (units === undefined) return undefined;
  const share = rescaleDown((units * BigInt(percent)) / 100n, precision, decimals);
  return share > 0n ? formatUnits(share, decimals) : undefined;
}

/** Whether a quote may be requested: a number above zero that is not still being typed (SWAP-03). */
export const quotable = (amount: string): boolean =>
  /^\d+(\.\d+)?$/.test(amount) && /[1-9]/.test(amount);

export type Cover = 'covered' | 'short' | 'unknown';

/** Whether the balance covers the amount; unknown if the balance is (BEY-23). */
export function coverOf(amount: string, balance: string | undefined, precision: number): Cover {
  if (balance === undefined) return 'unknown';
  const wanted = parseUnits(amount.replace(/\.$/, '') || '0', precision);
  const held = parseUnits(balance, precision);
  if (wanted === undefined || held === undefined) return 'unknown';
  return wanted <= held ? 'covered' : 'short';
}

/**
 * The state of a quote. `loading` starts when one is due, so that waiting is never shown as “Low Balance”.
 */
export type QuoteStatus = 'none' | 'loading' | 'active' | 'expired';

export interface ButtonInput {
  readonly amount: string;
  readonly cover: Cover;
  readonly quote: QuoteStatus;
  /** The conversion was confirmed and is under way. */
  readonly converting: boolean;
  /** The asset that is given. */
  readonly source: KeptCode;
  /** The asset that is received. */
  readonly target: KeptCode;
  /** A press takes the newest quote, so the button stays enabled while a quote is replaced (EASE-04). */
  readonly lasting: boolean;
}

export interface ButtonState {
  readonly label:
    | 'Enter amount'
    | 'Getting Quote...'
    | 'Swapping...'
    | 'Swap'
    | 'Low Balance'
    | 'Selling...'
    | 'Get New Quote'
    | `Sell ${KeptCode}`
    | 'Buying...'
    | `Buy ${KeptCode}`;
  /** What a press does: executes the quote, or asks for another one. */
  readonly action: 'confirm' | 'quote';
  readonly enabled: boolean;
  readonly busy: boolean;
}

/** SWAP-10: the swap button. “Low Balance” is shown only if the balance is known to be too low (BEY-23). */
export function swapButton({
  amount,
  cover,
  quote,
  converting,
  lasting,
}: ButtonInput): ButtonState {
  const off = { action: 'confirm', enabled: false, busy: false } as const;
  if (converting) return { ...off, label: 'Swapping...', busy: true };
  if (!quotable(amount)) return { ...off, label: 'Enter amount' };
  if (cover === 'short') return { ...off, label: 'Low Balance' };
  // An expired quote for an affordable amount is being replaced (SWAP-06).
  const isReplaced = quote === 'loading' || (quote === 'expired' && cover === 'covered');
  if (isReplaced && !lasting) return { ...off, label: 'Getting Quote...', busy: true };
  if (isReplaced) return { ...off, label: 'Swap', enabled: cover === 'covered' };
  return { ...off, label: 'Swap', enabled: quote === 'active' && cover === 'covered' };
}

const active = (instrument: Instrument): boolean => instrument.is_active === 'on';

/** The tradable pair of two assets, or undefined. */
export const instrumentOf = (instruments: readonly Instrument[], pair: Pair) =>
  instruments.find(
    (instrument) =>
      active(instrument) &&
      instrument.base_currency_id === pair.source &&
      instrument.quote_currency_id === pair.target,
  );

/** Stable coins first, because most swaps are for them. */
const stableFirst = (list: readonly Asset[]): Asset[] => [
  ...list.filter((asset) => asset.stable),
  ...list.filter((asset) => !asset.stable),
];

/**
 * The possible targets of a source (SWAP-08): offered here and with an active pair. With `stableOnly`, as in
 * a sale, only stable coins and the market's cash (BANK-03).
 */
export function targetsOf(
  instruments: readonly Instrument[],
  source: KeptCode,
  marketCurrency: string,
  stableOnly: boolean,
): KeptCurrency[] {
  const assets = stableFirst(offeredAssets(marketCurrency)).filter(
    (asset) => asset.stable || !stableOnly,
  );
  const cash = stableOnly ? findCash(marketCurrency) : undefined;
  return [...assets, ...(cash ? [cash] : [])].filter(
    ({ code }) =>
      code !== source && instrumentOf(instruments, { source, target: code }) !== undefined,
  );
}

/** An asset without a direct pair, and the stable coin through which it can be reached. */
export interface FurtherAsset {
  readonly asset: Asset;
  readonly via: AssetCode;
}

/** The targets that a source reaches only in two steps (EASE-20). */
export const furtherTargetsOf = (
  instruments: readonly Instrument[],
  source: KeptCode,
  marketCurrency: string,
): FurtherAsset[] => {
  const offered = offeredAssets(marketCurrency);
  const has = (from: KeptCode, to: KeptCode): boolean =>
    instrumentOf(instruments, { source: from, target: to }) !== undefined;
  return offered
    .filter(({ code }) => code !== source && !has(source, code))
    .flatMap((asset) => {
      const way = offered.find(
        ({ code, stable }) => stable && has(source, code) && has(code, asset.code),
      );
      return way ? [{ asset, via: way.code }] : [];
    });
};

/** The possible sources: everything offered except the current target (SWAP-08). */
export const sourcesOf = (target: KeptCode, marketCurrency: string): Asset[] =>
  offeredAssets(marketCurrency).filter((asset) => asset.code !== target);

export const flip = (pair: Pair): Pair => ({ source: pair.target, target: pair.source });

/**
 * The pair a page about an asset opens with (HARD-23): the asset is the source. The default pair if the asset
 * is not offered here, or is a stable coin on a page that pays out `stableOnly`.
 */
export function startingPair(marketCurrency: string, code?: string, stableOnly = false): Pair {
  const usual = defaultPair(marketCurrency);
  const asset = offeredAssets(marketCurrency).find((one) => one.code === code);
  if (!asset || (stableOnly && asset.stable)) return usual;
  return asset.code === usual.target ? flip(usual) : { ...usual, source: asset.code };
}

/** Keeps the wanted target if the pair exists, otherwise takes the first available one (SWAP-07). */
function settle(
  pair: Pair,
  instruments: readonly Instrument[],
  marketCurrency: string,
  stableOnly: boolean,
): Pair {
  const targets = targetsOf(instruments, pair.source, marketCurrency, stableOnly);
  if (targets.some((asset) => asset.code === pair.target)) return pair;
  const [first] = targets;
  return first ? { source: pair.source, target: first.code } : pair;
}

/** Choosing the target as source swaps the sides (SWAP-07). */
export const chooseSource = (
  pair: Pair,
  source: KeptCode,
  instruments: readonly Instrument[],
  marketCurrency: string,
  stableOnly: boolean,
): Pair =>
  source === pair.target
    ? flip(pair)
    : settle({ source, target: pair.target }, instruments, marketCurrency, stableOnly);

export const chooseTarget = (pair: Pair, target: KeptCode): Pair =>
  target === pair.source ? flip(pair) : { source: pair.source, target };

export const searchAssets = <One extends KeptCurrency>(
  list: readonly One[],
  search: string,
): One[] => {
  const wanted = search.trim().toLowerCase();
  return list.filter(
    (asset) =>
      asset.name.toLowerCase().includes(wanted) || asset.code.toLowerCase().includes(wanted),
  );
};

export const notEnough = (code: KeptCode): string =>
  `Not enough ${keptOf(code).name} to start this swap`;

export const pairUnavailable = ({
  source,
  target,
}: {
  readonly source: string;
  readonly target: string;
}): string =>
  `Trading pair ${source} to ${target} is not available on the exchange. Please select different currencies.`;
