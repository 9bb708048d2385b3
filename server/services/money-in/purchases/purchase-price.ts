import { mulDivDown, mulDivUp, pow10 } from '#core/money/decimal.ts';
import { PRICE_SCALE } from '#core/money/price.ts';
import { ALL_BPS, FEE_BPS, MOST_WORSE_BPS } from '#core/money/purchase.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import { MOST_UNITS } from '#server/ledger/accounts.ts';
import { PURCHASE_TOLERANCE_BPS } from '#server/policy.ts';

interface Order {
  /** The charge, including the fee. */
  readonly cents: bigint;
  /** The amount bought, in minor units of the asset. */
  readonly units: bigint;
  readonly scale: number;
  /** The present price of a whole unit, in 1e-8 of the charged currency. */
  readonly ask: bigint;
}

/** A total without the fee, in 1e-8 of the currency and 1e-4. */
const withoutFee = (cents: bigint): bigint =>
  cents * pow10(PRICE_SCALE - FIAT_SCALE) * (ALL_BPS - FEE_BPS);

/** Whether a total is the price of the amount, within a tolerance in basis points. */
function isWithin({ cents, units, ask, scale }: Order, bps: bigint): boolean {
  const least = mulDivUp(units, ask, pow10(scale)) * (ALL_BPS - bps);
  const most = mulDivUp(units + 1n, ask, pow10(scale)) * (ALL_BPS + bps);
  return withoutFee(cents) >= least && withoutFee(cents - 1n) <= most;
}

/**
 * Whether a total is the price of the amount. Less would cost us, more would cost the customer: a page that
 * slept shows an old price. A difference of one cent and one minor unit comes from rounding, not from the
 * price.
 */
export const isFairTotal = (order: Order): boolean => isWithin(order, PURCHASE_TOLERANCE_BPS);

export type Settlement =
  | { readonly kind: 'bought'; readonly units: bigint }
  /** Nothing is bought, and the payment goes back to the card. */
  | { readonly kind: 'returned' };

/**
 * What a payment buys (HARD-14). The shown price counts if it is still guaranteed and the market has moved by
 * no more than our fee: otherwise somebody could wait and pay only if the price had risen. Else the price of
 * the moment counts, in either direction; if it has risen by more than one percent, nothing is bought.
 */
export function settlementOf(order: Order, holds: boolean): Settlement {
  if (holds && isWithin(order, FEE_BPS)) return { kind: 'bought', units: order.units };
  const { cents, units, ask, scale } = order;
  const now = mulDivDown(withoutFee(cents), pow10(scale), ask * ALL_BPS);
  // Rounding is no movement of the price.
  const isFarWorse = (now + 1n) * (ALL_BPS + MOST_WORSE_BPS) < units * ALL_BPS;
  return now === 0n || now > MOST_UNITS || isFarWorse
    ? { kind: 'returned' }
    : { kind: 'bought', units: now };
}
