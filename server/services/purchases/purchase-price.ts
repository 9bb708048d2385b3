import { mulDivUp, pow10 } from '#core/domain/decimal.ts';
import { PRICE_SCALE } from '#core/domain/price.ts';
import { ALL_BPS, FEE_BPS, FIAT_SCALE } from '#core/domain/purchase.ts';

/**
 * How far the price may have moved since the page last looked, seconds ago, in basis points. An order
 * can be paid for fifteen minutes at the price it was begun at, so a tolerance as large as the fee would
 * give that choice away for free.
 */
const TOLERANCE_BPS = 10n;

interface Order {
  /** What is charged, the fee included. */
  readonly cents: bigint;
  /** What is bought, in minor units of an asset with so many decimals. */
  readonly units: bigint;
  readonly scale: number;
  /** What one whole asset costs now, in 1e-8 of the currency charged. */
  readonly ask: bigint;
}

/** What is left of a total for the asset, in 1e-8 of the currency and 1e-4. */
const withoutFee = (cents: bigint): bigint =>
  cents * pow10(PRICE_SCALE - FIAT_SCALE) * (ALL_BPS - FEE_BPS);

/**
 * Whether a total is the price of what is bought. Less is refused for our sake, more for the customer's:
 * a page that slept shows an old price, and paying it would buy too little. An excess of one cent and
 * one minor unit does not come from the price: the page charges full cents for an amount of the asset,
 * and cuts off what a total does not buy in full.
 */
export function isFairTotal({ cents, units, ask, scale }: Order): boolean {
  const least = mulDivUp(units, ask, pow10(scale)) * (ALL_BPS - TOLERANCE_BPS);
  const most = mulDivUp(units + 1n, ask, pow10(scale)) * (ALL_BPS + TOLERANCE_BPS);
  return withoutFee(cents) >= least && withoutFee(cents - 1n) <= most;
}
