import type { Asset } from '#core/money/currencies.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { formatCrypto, formatDecimal, formatFiat, formatPrice } from '#core/money/format.ts';
import { PRICE_SCALE } from '#core/money/price.ts';
import { ALL_BPS, ALL_COSTS, FEE_BPS, FEE_NAME } from '#core/money/purchase.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import {
  asShown,
  basisPoints,
  type Derivation,
  down,
  given,
  nearest,
  percent,
  priceDecimals,
  product,
  quantity,
  sum,
  up,
} from './derivation.ts';

const FEE_RULE = 'The fee is half a percent of what the card is charged.';

const DECIMALS_OF_BPS = 3;
/** The factor of a spread as percent: for 12.5 basis points '100.125%'. */
const withSpread = (bps: number) =>
  percent(formatUnits(100_000n + BigInt(Math.round(bps * 10)), DECIMALS_OF_BPS));

/** The fee included in a card charge. */
export function feeDerivation(total: string, currency: string): Derivation {
  const fee = product(FEE_NAME, {
    times: [quantity(total, currency), basisPoints(FEE_BPS)],
    unit: currency,
    rounding: nearest(FIAT_SCALE),
  });
  return {
    title: FEE_NAME,
    shown: formatFiat(fee.result.digits, currency),
    steps: [fee],
    sources: [FEE_RULE],
  };
}

/** Fee and spread of a purchase in one sum. */
export function allCostsDerivation(total: string, currency: string, spreadBps: number): Derivation {
  const fee = product(FEE_NAME, {
    times: [quantity(total, currency), basisPoints(FEE_BPS)],
    unit: currency,
    rounding: nearest(FIAT_SCALE),
  });
  const spread = product('Spread, included', {
    times: [
      quantity(total, currency),
      basisPoints(ALL_BPS - FEE_BPS),
      percent(formatUnits(BigInt(Math.round(spreadBps * 10)), DECIMALS_OF_BPS)),
    ],
    over: [withSpread(spreadBps)],
    unit: currency,
    rounding: nearest(FIAT_SCALE),
  });
  const all = sum(ALL_COSTS, { first: fee.result, plus: [spread.result] });
  return {
    title: ALL_COSTS,
    shown: formatFiat(all.result.digits, currency),
    steps: [fee, spread, all],
    sources: [FEE_RULE, 'The spread is our charge for the exchange. It is part of the price.'],
  };
}

/** The market price from which a buyer's price is computed. */
export interface MarketPrice {
  readonly code: string;
  readonly currency: string;
  /** USD per unit, and units of the currency per USD; as decimals. */
  readonly usd: string;
  readonly rate: string;
  /** The spread included in the price, in basis points; may have half a point. */
  readonly spreadBps: number;
  /** The date of the price, in words. */
  readonly at: string;
}

/** The price of one unit for a buyer. */
export function askDerivation({
  code,
  currency,
  usd,
  rate,
  spreadBps,
  at,
}: MarketPrice): Derivation {
  const unit = `${currency}/${code}`;
  const market = product('At the market’s price', {
    times: [quantity(usd, `USD/${code}`), quantity(rate, `${currency}/USD`)],
    unit,
    rounding: down(PRICE_SCALE),
  });
  const ask = product('With the spread', {
    times: [market.result, withSpread(spreadBps)],
    unit,
    rounding: up(PRICE_SCALE),
  });
  const { digits } = ask.result;
  return {
    title: `Price of 1 ${code}`,
    shown: formatPrice(digits, currency),
    steps: [market, ask, ...asShown(ask.result, priceDecimals(digits))],
    sources: [
      `Price: the market’s, ${at}, at the day’s reference exchange rate.`,
      'The spread is our charge for the exchange. It is part of the price.',
    ],
  };
}

/** The amount that a total buys, after the fee. */
export function boughtDerivation(
  total: string,
  price: string,
  asset: Asset,
  currency: string,
): Derivation {
  const bought = product('You get', {
    times: [quantity(total, currency), basisPoints(ALL_BPS - FEE_BPS)],
    over: [quantity(price, `${currency}/${asset.code}`)],
    unit: asset.code,
    rounding: down(asset.scale),
  });
  return {
    title: 'You get',
    shown: formatCrypto(bought.result.digits, asset.code),
    steps: [bought],
    sources: [FEE_RULE],
  };
}

/** The charge for an amount of an asset, including the fee. */
export function chargedDerivation(
  amount: string,
  price: string,
  code: string,
  currency: string,
): Derivation {
  const charged = product('Total', {
    times: [quantity(amount, code), quantity(price, `${currency}/${code}`)],
    over: [basisPoints(ALL_BPS - FEE_BPS)],
    unit: currency,
    rounding: up(FIAT_SCALE),
  });
  return {
    title: 'Total',
    shown: formatFiat(charged.result.digits, currency),
    steps: [charged],
    sources: [FEE_RULE],
  };
}

/** The recorded unit price before the fee. */
export const keptPriceDerivation = (code: string, currency: string, price: string): Derivation => ({
  title: `Price of 1 ${code}`,
  shown: `1 ${code} = ${formatDecimal(price, 6, 6)} ${currency}`,
  steps: [
    given('Price', quantity(price, `${currency}/${code}`), 'the one you agreed to'),
    ...asShown(quantity(price, `${currency}/${code}`), 6),
  ],
  sources: ['The spread is part of this price; the fee is not.'],
});

/** The unit price before the fee, from the charge and the bought amount. */
export function paidPriceDerivation(
  paid: { readonly amount: string; readonly currency: string },
  bought: { readonly amount: string; readonly currency: string },
): Derivation {
  const unit = `${paid.currency}/${bought.currency}`;
  const price = product('Price', {
    times: [quantity(paid.amount, paid.currency), basisPoints(ALL_BPS - FEE_BPS)],
    over: [quantity(bought.amount, bought.currency)],
    unit,
    rounding: nearest(PRICE_SCALE),
  });
  return {
    title: `Price of 1 ${bought.currency}`,
    shown: `1 ${bought.currency} = ${formatDecimal(price.result.digits, 6, 6)} ${paid.currency}`,
    steps: [price, ...asShown(price.result, 6)],
    sources: [FEE_RULE, 'The spread is part of this price.'],
  };
}
