import { isCashCode } from '#core/money/cash.ts';
import type { CostBasis, Disposal } from './cost-basis.ts';
import { asksForCost, type TaxJournal } from './tax-meaning.ts';
import type { TaxYear } from './tax-rules.ts';

/** The totals of disposals, in cents. `gain` is `proceeds` less `fees`, `cost` and `uncounted`. */
export interface TaxTotals {
  readonly disposals: number;
  readonly proceeds: bigint;
  readonly fees: bigint;
  readonly cost: bigint;
  readonly gain: bigint;
  /** The proceeds after fees of units of unknown cost, and the number of disposals with such units. */
  readonly uncounted: bigint;
  readonly ofUnknownCost: number;
  /** The number of disposals whose proceeds were not recorded; they are in no sum. */
  readonly unvalued: number;
}

/** Deposits whose cost was not stated. */
export interface UnknownCost {
  readonly asset: string;
  readonly deposits: number;
  readonly units: bigint;
}

export interface TaxReport {
  /** Oldest first. */
  readonly disposals: readonly Disposal[];
  readonly totals: TaxTotals;
  /** By asset, in the order of their codes. */
  readonly byAsset: readonly (readonly [asset: string, totals: TaxTotals])[];
  readonly unknown: readonly UnknownCost[];
}

export function taxTotals(disposals: readonly Disposal[]): TaxTotals {
  let [proceeds, fees, cost, gain, uncounted] = [0n, 0n, 0n, 0n, 0n];
  let [ofUnknownCost, unvalued] = [0, 0];
  for (const one of disposals) {
    if (one.unknownUnits > 0n) ofUnknownCost += 1;
    if (one.proceeds === undefined) {
      unvalued += 1;
      continue;
    }
    proceeds += one.proceeds;
    fees += one.fees;
    cost += one.cost;
    gain += one.gain ?? 0n;
    uncounted += one.uncounted;
  }
  const counts = { disposals: disposals.length, ofUnknownCost, unvalued };
  return { ...counts, proceeds, fees, cost, gain, uncounted };
}

const byCode = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0;

/** The deposits up to a moment whose cost was not stated. */
function unknownIn(journals: readonly TaxJournal[], to: number): readonly UnknownCost[] {
  const found = new Map<string, UnknownCost>();
  for (const journal of journals) {
    if (journal.at >= to || journal.stated !== undefined || !asksForCost(journal)) continue;
    for (const { asset, units } of journal.legs) {
      const before = found.get(asset) ?? { asset, deposits: 0, units: 0n };
      // The cost of money is its own amount.
      if (units <= 0n || isCashCode(asset)) continue;
      found.set(asset, {
        asset,
        deposits: before.deposits + 1,
        units: before.units + units,
      });
    }
  }
  return [...found].sort(byCode).map(([, unknown]) => unknown);
}

/** The gains of a tax year's disposals, from everything that happened up to its end. */
export function taxReport(
  journals: readonly TaxJournal[],
  { disposals: all }: Pick<CostBasis, 'disposals'>,
  { from, to }: Pick<TaxYear, 'from' | 'to'>,
): TaxReport {
  const disposals = all.filter(({ at }) => at >= from && at < to);
  const assets = [...new Set(disposals.map(({ asset }) => asset))].sort();
  return {
    disposals,
    totals: taxTotals(disposals),
    byAsset: assets.map((asset) => {
      return [asset, taxTotals(disposals.filter((one) => one.asset === asset))] as const;
    }),
    unknown: unknownIn(journals, to),
  };
}
