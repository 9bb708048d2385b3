import { mulDivDown, mulDivUp, pow10 } from '#core/domain/decimal.ts';
import { PRICE_SCALE } from '#core/domain/price.ts';
import { ALL_BPS, FEE_BPS, MOST_WORSE_BPS } from '#core/domain/purchase.ts';
import { FIAT_SCALE } from '#core/domain/purchase-approval.ts';
import { MOST_UNITS } from '#server/ledger/accounts.ts';

/** How far the price may have moved since the page last looked, seconds ago, in basis points. */
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

/** Whether a total is the price of what is bought, give or take so many basis points. */
function isWithin({ cents, units, ask, scale }: Order, bps: bigint): boolean {
  const least = mulDivUp(units, ask, pow10(scale)) * (ALL_BPS - bps);
  const most = mulDivUp(units + 1n, ask, pow10(scale)) * (ALL_BPS + bps);
  return withoutFee(cents) >= least && withoutFee(cents - 1n) <= most;
}

/**
 * Whether a total is the price of what is bought. Less is refused for our sake, more for the customer's:
 * a page that slept shows an old price, and paying it would buy too little. An excess of one cent and
 * one minor unit does not come from the price: the page charges full cents for an amount of the asset,
 * and cuts off what a total does not buy in full.
 */
export const isFairTotal = (order: Order): boolean => isWithin(order, TOLERANCE_BPS);

export type Settlement =
  | { readonly kind: 'bought'; readonly units: bigint }
  /** Nothing is bought, and the payment goes back to the card. */
  | { readonly kind: 'returned' };

/**
 * What a payment buys (HARD-14). The price that was shown counts if it still holds and the market has
 * moved by no more than our fee: a price that waited any longer or further would be worth something to
 * whoever pays only when it has risen. Otherwise the price of the moment counts, whichever way it moved;
 * where it has risen by more than one percent nothing is bought.
 */
export function settlementOf(order: Order, holds: boolean): Settlement {
  if (holds && isWithin(order, FEE_BPS)) return { kind: 'bought', units: order.units };
  const { cents, units, ask, scale } = order;
  const now = mulDivDown(withoutFee(cents), pow10(scale), ask * ALL_BPS);
  // What is cut off is no movement of the price.
  const isFarWorse = (now + 1n) * (ALL_BPS + MOST_WORSE_BPS) < units * ALL_BPS;
  return now === 0n || now > MOST_UNITS || isFarWorse
    ? { kind: 'returned' }
    : { kind: 'bought', units: now };
}
