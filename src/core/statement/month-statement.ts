import type { JournalKind } from './journal-kind.ts';
import type { TaxJournal } from './tax-meaning.ts';

/**
 * The amount owned of one asset at the beginning or end of a month. Values are cents of the customer's
 * currency.
 */
export interface OwnedThen {
  readonly asset: string;
  readonly units: bigint;
  /** The price per whole unit, as the server sent it. */
  readonly price: string | undefined;
  readonly value: bigint | undefined;
}

export interface Movement {
  readonly id: string;
  readonly at: number;
  readonly kind: JournalKind;
  readonly asset: string;
  /** Negative if they left. */
  readonly units: bigint;
  /** The part of a sent amount that was the network's fee. */
  readonly fee: bigint;
  /** The balance of the asset afterwards. */
  readonly balance: bigint;
  /** The value at that time, without a sign; undefined if it was not recorded. */
  readonly value: bigint | undefined;
}

interface AssetMonth {
  readonly asset: string;
  readonly opening: bigint;
  readonly came: bigint;
  readonly left: bigint;
  readonly closing: bigint;
}

/** Sums in cents; undefined if the value of a part is unknown, because the sum would be wrong. */
interface MonthTotals {
  readonly opening: bigint | undefined;
  readonly came: bigint | undefined;
  readonly left: bigint | undefined;
  readonly closing: bigint | undefined;
  /** The change of the total value caused by prices and rates. */
  readonly byPrices: bigint | undefined;
}

export interface MonthStatement {
  readonly opening: readonly OwnedThen[];
  /** Oldest first. */
  readonly movements: readonly Movement[];
  readonly closing: readonly OwnedThen[];
  /** In the order of their codes. */
  readonly byAsset: readonly AssetMonth[];
  readonly totals: MonthTotals;
}

function sumOf(values: readonly (bigint | undefined)[]): bigint | undefined {
  let sum = 0n;
  for (const value of values) {
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum;
}

function totalsOf(
  opening: readonly OwnedThen[],
  movements: readonly Movement[],
  closing: readonly OwnedThen[],
): MonthTotals {
  const side = (comes: boolean) =>
    sumOf(movements.filter(({ units }) => units > 0n === comes).map(({ value }) => value));
  const [before, after] = [opening, closing].map((owned) => sumOf(owned.map(({ value }) => value)));
  const [came, left] = [side(true), side(false)];
  const isKnown =
    before !== undefined && after !== undefined && came !== undefined && left !== undefined;
  return {
    ...{ opening: before, came, left, closing: after },
    byPrices: isKnown ? after - before - came + left : undefined,
  };
}

/**
 * A monthly statement: the opening balances, the movements in order, and the closing balances. Undefined if
 * the movements do not lead from the first to the last: an inconsistent statement is never shown.
 */
export function monthStatement(
  opening: readonly OwnedThen[],
  journals: readonly TaxJournal[],
  closing: readonly OwnedThen[],
): MonthStatement | undefined {
  const sums = new Map<string, { opening: bigint; came: bigint; left: bigint }>();
  const sumsOf = (asset: string) => {
    const own = sums.get(asset) ?? { opening: 0n, came: 0n, left: 0n };
    sums.set(asset, own);
    return own;
  };
  for (const { asset, units } of opening) sumsOf(asset).opening = units;
  const movements: Movement[] = [];
  for (const { id, at, kind, legs, fee } of journals) {
    for (const { asset, units, value } of legs) {
      const own = sumsOf(asset);
      if (units > 0n) own.came += units;
      else own.left -= units;
      const balance = own.opening + own.came - own.left;
      movements.push({
        ...{ id, at, kind, asset, units, balance, value },
        fee: units < 0n ? fee : 0n,
      });
    }
  }
  const ends = new Map(closing.map(({ asset, units }) => [asset, units]));
  for (const asset of ends.keys()) sumsOf(asset);
  const byAsset = [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([asset, own]) => ({ asset, ...own, closing: own.opening + own.came - own.left }));
  if (byAsset.some(({ asset, closing: end }) => end !== (ends.get(asset) ?? 0n))) return undefined;
  return { opening, movements, closing, byAsset, totals: totalsOf(opening, movements, closing) };
}
