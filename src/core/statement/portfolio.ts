import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { getWalletList, WalletEntry } from '#core/contract/wallet/wallet.ts';
import { findKept, isCashCode } from '#core/money/cash.ts';
import { assetCodes, isAssetCode, offeredAssets } from '#core/money/currencies.ts';
import { formatUnits, mulDivNearest, parseUnitsDown, pow10 } from '#core/money/decimal.ts';
import { PRICE_SCALE, parsePrice, usdValue } from '#core/money/price.ts';

/** One asset of a customer's wallet as the screens show it. All amounts are decimal strings. */
export interface Holding {
  readonly code: string;
  readonly name: string;
  readonly precision: number;
  /** Offered in the customer's market. Assets that are held but not offered still count (see `totalUsd`). */
  readonly offered: boolean;
  readonly available: string;
  readonly onHold: string;
  readonly pending: string;
  /** The USD value of the available amount, from the server; undefined while no price is known. */
  readonly usd: string | undefined;
  /** USD per unit, and its 24 h change in percent; undefined while unknown. */
  readonly price: string | undefined;
  readonly change: string | undefined;
  readonly spark: readonly string[];
}

export const isZero = (decimal: string): boolean => !/[1-9]/.test(decimal);

/** Whether anything is there: available, held for an operation, or on its way in (BEY-16). */
export const holdsAnything = (holding: Holding): boolean =>
  !(isZero(holding.available) && isZero(holding.onHold) && isZero(holding.pending));

const usdUnits = (usd: string): bigint => parseUnitsDown(usd, PRICE_SCALE) ?? 0n;

/**
 * USD value of an amount of the holding's asset at its price, cut towards zero. Without a price, only
 * zero has a known value.
 */
export function usdOf(holding: Holding, amount: string): string | undefined {
  if (isZero(amount)) return '0';
  const price = parsePrice(holding.price ?? '');
  if (price === undefined) return undefined;
  const units = parseUnitsDown(amount, holding.precision) ?? 0n;
  return formatUnits(usdValue(units, holding.precision, price), PRICE_SCALE);
}

/** In how many assets something is on hold for an operation or on its way in (BEY-16). */
export const underWay = (
  entries: readonly Pick<Entry, 'hold_balance' | 'pending_balance'>[],
): number =>
  entries.filter((entry) => !(isZero(entry.hold_balance) && isZero(entry.pending_balance))).length;

/** Whether nothing is there: neither available nor held nor on its way in (EASE-02). */
export const holdsNothing = (
  entries: readonly Pick<Entry, 'free_balance' | 'hold_balance' | 'pending_balance'>[],
): boolean =>
  entries.every((entry) =>
    [entry.free_balance, entry.hold_balance, entry.pending_balance].every(isZero),
  );

const rank = (code: string): number =>
  isAssetCode(code) ? assetCodes.indexOf(code) : assetCodes.length;

/** An entry of the wallet answer, read-only. */
export type Entry = Omit<WalletEntry, 'spark'> & { readonly spark: readonly string[] };

const worthOf = (entry: Entry): string | undefined =>
  entry.free_balance_quoted ?? (isZero(entry.free_balance) ? '0' : undefined);

/**
 * All entries of a wallet answer, assets and cash: first those of unknown value, then by value, otherwise in
 * catalogue order.
 */
export const entriesOf = ({ data, cash }: AnswerOf<typeof getWalletList>): WalletEntry[] =>
  [...data, ...cash].sort((a, b) => {
    const [left, right] = [worthOf(a), worthOf(b)];
    const byRank = rank(a.currency.currency_id) - rank(b.currency.currency_id);
    if (left === undefined || right === undefined) {
      return left === right ? byRank : left === undefined ? -1 : 1;
    }
    const difference = usdUnits(right) - usdUnits(left);
    return difference === 0n ? byRank : difference > 0n ? 1 : -1;
  });

/**
 * Entries as holdings, in the given order: prices that change while a customer looks move no row (LIVE-02).
 */
export function holdingsOf(entries: readonly Entry[], marketCurrency: string): Holding[] {
  const offered = new Set<string>(offeredAssets(marketCurrency).map((asset) => asset.code));
  return entries.map((entry): Holding => {
    const code = entry.currency.currency_id;
    return {
      code,
      name: findKept(code)?.name ?? code,
      precision: entry.currency.precision,
      offered: offered.has(code),
      available: entry.free_balance,
      onHold: entry.hold_balance,
      pending: entry.pending_balance,
      usd: worthOf(entry),
      price: entry.price,
      change: entry.change_24h,
      spark: entry.spark,
    };
  });
}

function sumUsd(values: readonly (string | undefined)[]): string | undefined {
  let sum = 0n;
  for (const usd of values) {
    if (usd === undefined) return undefined;
    sum += usdUnits(usd);
  }
  return formatUnits(sum, PRICE_SCALE);
}

/**
 * The available amounts of all assets in USD: added exactly and rounded once, where they are shown. An asset
 * no longer offered still belongs to the customer and is counted. Undefined if a part's value is unknown,
 * because the sum would be wrong.
 */
export const totalUsd = (holdings: readonly Holding[]): string | undefined =>
  sumUsd(holdings.map((holding) => holding.usd));

export const onHoldUsd = (holdings: readonly Holding[]): string | undefined =>
  sumUsd(holdings.map((holding) => usdOf(holding, holding.onHold)));

/** The available amounts and those on hold together, as the line of the past counts them. */
export const ownedUsd = (holdings: readonly Holding[]): string | undefined =>
  sumUsd([totalUsd(holdings), onHoldUsd(holdings)]);

export const pendingUsd = (holdings: readonly Holding[]): string | undefined =>
  sumUsd(holdings.map((holding) => usdOf(holding, holding.pending)));

/** Held but not offered in the customer's market: mentioned beside the total, which includes it. */
export const notOffered = (holdings: readonly Holding[]): Holding[] =>
  holdings.filter(
    (holding) => !holding.offered && !isCashCode(holding.code) && holdsAnything(holding),
  );

/** The cash of the customer's market and any cash of another; it is not in the list of assets. */
export const cashIn = (holdings: readonly Holding[]): Holding[] =>
  holdings.filter(({ code }) => isCashCode(code));

/** The list of the wallet and of the pickers (WAL-02, WAL-06). */
export const listed = (
  holdings: readonly Holding[],
  search: string,
  withBalance: boolean,
): Holding[] => found(holdings, search, withBalance).filter(({ offered }) => offered);

/** The same of cash, which belongs to the list in every market. */
export function found(
  holdings: readonly Holding[],
  search: string,
  withBalance: boolean,
): Holding[] {
  const wanted = search.trim().toLowerCase();
  return holdings.filter(
    (holding) =>
      (!withBalance || holdsAnything(holding)) &&
      (holding.name.toLowerCase().includes(wanted) || holding.code.toLowerCase().includes(wanted)),
  );
}

const HUNDRED_PERCENT = 100n * pow10(PRICE_SCALE);

/**
 * The change of the held assets' prices in 24 hours, weighted by value: signed percent, or undefined if
 * nothing is held or a value is unknown. It is not the customer's gain or loss: a day ago they may have held
 * other amounts (HARD-35).
 */
export function priceMove(holdings: readonly Holding[]): string | undefined {
  let now = 0n;
  let before = 0n;
  for (const holding of holdings) {
    if (holding.usd === undefined) return undefined;
    if (isZero(holding.usd)) continue;
    if (holding.change === undefined) return undefined;
    const value = usdUnits(holding.usd);
    const factor = HUNDRED_PERCENT + signedUnits(holding.change);
    if (factor <= 0n) return undefined;
    now += value;
    before += mulDivNearest(value, HUNDRED_PERCENT, factor);
  }
  if (before === 0n) return undefined;
  const move = now - before;
  const size = mulDivNearest(move < 0n ? -move : move, HUNDRED_PERCENT, before);
  return formatUnits(move < 0n ? -size : size, PRICE_SCALE);
}

function signedUnits(decimal: string): bigint {
  const negative = decimal.startsWith('-');
  const units = usdUnits(negative ? decimal.slice(1) : decimal);
  return negative ? -units : units;
}
