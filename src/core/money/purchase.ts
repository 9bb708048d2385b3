import { VALID_AMOUNT } from '#core/words/amounts.ts';
import type { Asset } from './currencies.ts';
import { formatUnits, mulDivDown, mulDivNearest, mulDivUp, parseUnits, pow10 } from './decimal.ts';
import { formatFiat } from './format.ts';
import { PRICE_SCALE, parsePrice } from './price.ts';
import { FIAT_SCALE } from './purchase-approval.ts';

/** The amounts and rules of a card purchase, without effects and without a clock. */

/** The fee, in basis points of the total charged. */
export const FEE_BPS = 50n;
export const ALL_BPS = 10_000n;
/** The fee's name wherever a purchase is shown. */
export const FEE_NAME = 'Fees (0.5%)';
/** How long the price of a purchase is guaranteed, unless the market moves by more than the fee (HARD-14). */
export const PRICE_HELD_SECONDS = 300;
/** If the price has risen by more than this since it was shown, nothing is bought; basis points. */
export const MOST_WORSE_BPS = 100n;
/** The smallest and largest purchase, in the customer's currency. */
export const LEAST_CENTS = 100n;
export const MOST_CENTS = 2_000_000n;

interface BuyerAddress {
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly postal: string;
}

/**
 * BUY-03: the profile fields that a purchase needs, with their names and in the order of the profile page.
 */
export const addressNames = {
  address: 'Address',
  city: 'City',
  state: 'State/Province',
  postal: 'Postcode',
} as const satisfies Record<keyof BuyerAddress, string>;

/** The names of the fields that are still missing for a purchase. */
export const missingForPurchase = (profile: BuyerAddress | null): readonly string[] =>
  (Object.keys(addressNames) as (keyof BuyerAddress)[])
    .filter((part) => !profile?.[part].trim())
    .map((part) => addressNames[part]);

/** BUY-03: whether the profile has everything a purchase needs. */
export const isProfileComplete = (profile: BuyerAddress): boolean =>
  missingForPurchase(profile).length === 0;

/** The fee included in a total: half a percent of it, to the nearest cent. */
export function feeOf(total: string): string | undefined {
  const cents = parseUnits(total, FIAT_SCALE);
  return cents === undefined
    ? undefined
    : formatUnits(mulDivNearest(cents, FEE_BPS, ALL_BPS), FIAT_SCALE, FIAT_SCALE);
}

/** The name of fee and spread in one sum, wherever a cost is shown. */
export const ALL_COSTS = 'Costs you in all';

/**
 * The spread in a total, which is part of the price (`spreadBps` may have half a point), to the nearest cent, and its
 * sum with the fee.
 */
export function costsIn(
  total: string,
  spreadBps: number,
): { readonly spread: string; readonly all: string } | undefined {
  const fee = parseUnits(feeOf(total) ?? '', FIAT_SCALE);
  const cents = parseUnits(total, FIAT_SCALE);
  const halves = BigInt(Math.round(spreadBps * 2));
  if (fee === undefined || cents === undefined) return undefined;
  const spread = mulDivNearest(
    cents * (ALL_BPS - FEE_BPS),
    halves,
    ALL_BPS * (2n * ALL_BPS + halves),
  );
  const text = (sum: bigint): string => formatUnits(sum, FIAT_SCALE, FIAT_SCALE);
  return { spread: text(spread), all: text(fee + spread) };
}

/** The unit price before the fee, from the charge and the bought amount; undefined if nothing was bought. */
export function unitPriceOf(total: string, crypto: string, scale: number): string | undefined {
  const cents = parseUnits(total, FIAT_SCALE);
  const units = parseUnits(crypto, scale);
  if (!cents || !units) return undefined;
  const paid = cents * (ALL_BPS - FEE_BPS) * pow10(PRICE_SCALE - FIAT_SCALE);
  return formatUnits(mulDivNearest(paid, pow10(scale), units * ALL_BPS), PRICE_SCALE);
}

/** The amount that a total buys at a unit price, after the fee; cut towards zero. */
export function cryptoFor(total: string, price: string, asset: Asset): string | undefined {
  const cents = parseUnits(total, FIAT_SCALE);
  const ask = parsePrice(price);
  if (cents === undefined || ask === undefined) return undefined;
  const units = mulDivDown(
    cents * (ALL_BPS - FEE_BPS) * pow10(PRICE_SCALE - FIAT_SCALE),
    pow10(asset.scale),
    ask * ALL_BPS,
  );
  return formatUnits(units, asset.scale);
}

/** The charge for an amount of an asset, including the fee; rounded up to the cent. */
export function totalFor(crypto: string, price: string, asset: Asset): string | undefined {
  const units = parseUnits(crypto, asset.scale);
  const ask = parsePrice(price);
  if (units === undefined || ask === undefined) return undefined;
  const cents = mulDivUp(
    units * ask,
    ALL_BPS,
    pow10(asset.scale) * (ALL_BPS - FEE_BPS) * pow10(PRICE_SCALE - FIAT_SCALE),
  );
  return formatUnits(cents, FIAT_SCALE, FIAT_SCALE);
}

/** The value of a total in USDC at its price, to six decimals. */
export function usdcFor(total: string, usdcPrice: string): string | undefined {
  const cents = parseUnits(total, FIAT_SCALE);
  const price = parsePrice(usdcPrice);
  if (cents === undefined || price === undefined) return undefined;
  return formatUnits(mulDivDown(cents * pow10(PRICE_SCALE - FIAT_SCALE), pow10(6), price), 6);
}

/** The limits of one purchase, as a text (BEY-09). */
export const limitsText = (currency: string): string =>
  [LEAST_CENTS, MOST_CENTS]
    .map((cents) => formatFiat(formatUnits(cents, FIAT_SCALE, FIAT_SCALE), currency))
    .join(' to ');

export const withinLimits = (cents: bigint): boolean => cents >= LEAST_CENTS && cents <= MOST_CENTS;

/** Whether a typed total is below or above the limits; an empty one is neither. */
export function isBeyondLimits(total: string): boolean {
  const cents = parseUnits(total, FIAT_SCALE) ?? 0n;
  return cents > 0n && !withinLimits(cents);
}

export const limitProblem = (currency: string): string =>
  `Card purchases can be from ${limitsText(currency)}.`;

const positive = (amount: string, scale: number): boolean =>
  (parseUnits(amount.replace(/\.$/, ''), scale) ?? 0n) > 0n;

/** Why a purchase cannot begin, in the order in which it is checked (BUY-02). */
export function purchaseProblem(order: {
  readonly crypto: string;
  readonly total: string;
  readonly currency: string;
  readonly price: string | undefined;
  readonly asset: Asset;
}): string | undefined {
  if (!positive(order.crypto, order.asset.scale)) return VALID_AMOUNT;
  if (!positive(order.total, FIAT_SCALE)) return 'Invalid amount calculated';
  if (!withinLimits(parseUnits(order.total.replace(/\.$/, ''), FIAT_SCALE) ?? 0n)) {
    return limitProblem(order.currency);
  }
  if (order.price === undefined || parsePrice(order.price) === undefined) {
    return 'Exchange rate not available. Please try again.';
  }
  return undefined;
}

export type ReturnKind = 'success' | 'fail' | 'decline' | 'cancel';

/**
 * What a redirect address says about a payment, or undefined if it is not one of ours. Only a hint:
 * anyone who can type an address can claim “success”.
 */
export function returnKind(path: string): ReturnKind | undefined {
  const kinds: readonly ReturnKind[] = ['success', 'fail', 'decline', 'cancel'];
  return kinds.find((kind) => path.replace(/\/$/, '') === `/${kind}`);
}
