import type { AlertKind } from '#core/contract/wallet/price-alerts.ts';
import { parseUnits } from './decimal.ts';
import { PRICE_SCALE } from './price.ts';

/** Percentages have two decimals. */
const PERCENT_SCALE = 2;
/** More than any price rises in one day. */
const MOST_PERCENT = 100_000n;
/** A price of a hundred billion, in 1e-8. */
const MOST_PRICE = 10n ** 19n;

/**
 * The values an alert is compared with: the price in its currency in 1e-8, and the day's change in hundredths
 * of a percent.
 */
export interface PriceNow {
  readonly price: bigint;
  /** Signed. */
  readonly move: bigint;
}

/** The decimals of the threshold. */
export const thresholdScale = (kind: AlertKind): number =>
  kind === 'move' ? PERCENT_SCALE : PRICE_SCALE;

/** A typed threshold in units of its scale; undefined if it is not one. */
export function parseThreshold(kind: AlertKind, text: string): bigint | undefined {
  const units = parseUnits(text, thresholdScale(kind));
  const most = kind === 'move' ? MOST_PERCENT : MOST_PRICE;
  return units !== undefined && units > 0n && units <= most ? units : undefined;
}

/** Whether the condition of an alert is met (LIVE-05). */
export function meets(kind: AlertKind, threshold: bigint, { price, move }: PriceNow): boolean {
  switch (kind) {
    case 'above':
      return price >= threshold;
    case 'below':
      return price <= threshold;
    case 'move':
      return move >= threshold || -move >= threshold;
  }
}
