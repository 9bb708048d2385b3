import { findAsset } from '#core/money/currencies.ts';
import { formatUnits, mulDivDown, parseUnits, pow10 } from '#core/money/decimal.ts';
import { PRICE_SCALE, parsePrice, RATE_SCALE } from '#core/money/price.ts';
import { isRateCode } from '#server/adapters/forex/rate-band.ts';
import type { Deps } from '#server/deps.ts';
import { unavailable } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { noPrice, rateTooOld, refusedNow } from '#server/services/exchange/trading/closed.ts';
import { rateTerms } from './cash-price.ts';
import { askOf, bidOf, sidesSpreadNow, type Widening } from './spread.ts';

/** A price as a fraction, so that it is rounded only once, at the end. */
interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

interface Priced extends Widening {
  /** In 1e-PRICE_SCALE of the requested currency. */
  readonly units: bigint;
  /** The currency whose exchange rate is too old to trade by. */
  readonly old?: string;
  /** The factors of an asset's price in a fiat currency, as decimals. */
  readonly from?: { readonly usd: string; readonly rate: string };
}

interface InUsd extends Fraction, Widening {
  readonly isOld?: boolean;
  /** The asset's price or the currency's exchange rate, as a decimal. */
  readonly told: string;
}

/** 1e-PRICE_SCALE USD per unit of an asset or fiat currency. */
async function usdPer(deps: Deps, code: string): Promise<InUsd | Refused> {
  const asset = findAsset(code);
  if (asset) {
    const price = await deps.parties.market.price(asset.code);
    const units = price && parsePrice(price.usd);
    if (!units) return noPrice(deps, [asset.code]);
    const told = formatUnits(units, PRICE_SCALE);
    return { top: units, bottom: 1n, told, ...(price?.fast && { fast: true }) };
  }
  const forex = await deps.parties.forex.current();
  if (!forex) return unavailable();
  const rate = Object.hasOwn(forex.rates, code) ? forex.rates[code] : undefined;
  const units = rate === undefined ? undefined : parseUnits(rate, RATE_SCALE);
  if (!units) {
    return (
      (isRateCode(code) ? await refusedNow(deps, [code]) : undefined) ??
      refuse('PAIR_UNAVAILABLE', `There is no price for ${code.slice(0, 10)}.`)
    );
  }
  const told = formatUnits(units, RATE_SCALE);
  const terms = rateTerms(deps, code, forex);
  return { top: pow10(RATE_SCALE + PRICE_SCALE), bottom: units, told, ...terms };
}

/** The value of one unit of an asset or of cash in another currency, rounded down. */
async function priced(deps: Deps, base: string, quote: string): Promise<Priced | Refused> {
  if (base === quote) return { units: pow10(PRICE_SCALE) };
  const [basePrice, quotePrice] = await Promise.all([usdPer(deps, base), usdPer(deps, quote)]);
  if (isRefused(basePrice)) return basePrice;
  if (isRefused(quotePrice)) return quotePrice;
  const units = mulDivDown(
    basePrice.top * quotePrice.bottom,
    pow10(PRICE_SCALE),
    basePrice.bottom * quotePrice.top,
  );
  return {
    units,
    ...((basePrice.fast || quotePrice.fast) && { fast: true }),
    agedBps: Math.max(basePrice.agedBps ?? 0, quotePrice.agedBps ?? 0),
    ...(basePrice.isOld && { old: base }),
    ...(quotePrice.isOld && { old: quote }),
    ...(findAsset(base) &&
      !findAsset(quote) && { from: { usd: basePrice.told, rate: quotePrice.told } }),
  };
}

/** The same in 1e-PRICE_SCALE of that currency. */
export async function fairPrice(
  deps: Deps,
  base: string,
  quote: string,
): Promise<bigint | Refused> {
  const fair = await priced(deps, base, quote);
  return isRefused(fair) ? fair : fair.units;
}

/** Tells fair prices, each asked for once: whoever values many things at one moment uses one such function. */
export function fairPrices(deps: Deps): (base: string, quote: string) => Promise<bigint | Refused> {
  const asked = new Map<string, Promise<bigint | Refused>>();
  return (base, quote) => {
    const pair = `${base}/${quote}`;
    const price = asked.get(pair) ?? fairPrice(deps, base, quote);
    asked.set(pair, price);
    return price;
  };
}

interface CurrencyPrice {
  readonly bid: string;
  readonly ask: string;
  readonly sideBps: number;
  readonly from: Priced['from'];
}

/** The prices of one unit of an asset for a seller and for a buyer, in another currency. */
export async function currencyPrice(
  deps: Deps,
  base: string,
  quote: string,
): Promise<CurrencyPrice | Refused> {
  if (!findAsset(base)) {
    return refuse('PAIR_UNAVAILABLE', `There is no price for ${base.slice(0, 10)}.`);
  }
  const fair = await priced(deps, base, quote);
  if (isRefused(fair)) return fair;
  if (fair.old !== undefined) return rateTooOld(fair.old);
  const spreadBps = sidesSpreadNow(deps.config, fair);
  const bid = bidOf(fair.units, spreadBps);
  if (bid === 0n) return unavailable();
  const ask = askOf(fair.units, spreadBps);
  return {
    bid: formatUnits(bid, PRICE_SCALE),
    ask: formatUnits(ask, PRICE_SCALE),
    sideBps: spreadBps / 2,
    from: fair.from,
  };
}
