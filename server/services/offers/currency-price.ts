import { findAsset } from '#core/domain/currencies.ts';
import { formatUnits, mulDivDown, parseUnits, pow10 } from '#core/domain/decimal.ts';
import { PRICE_SCALE, parsePrice, RATE_SCALE } from '#core/domain/price.ts';
import type { Deps } from '#server/deps.ts';
import { unavailable } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { noPrice } from '#server/services/trading/closed.ts';
import { askOf, bidOf, spreadNow } from './spread.ts';

/** Decimals kept while dividing, so that rounding affects no digit of the answer. */
const EXTRA = 12;

interface Priced {
  /** In 1e-(PRICE_SCALE + EXTRA) USD, or in 1e-PRICE_SCALE of the currency that was asked for. */
  readonly units: bigint;
  readonly fast?: boolean;
}

/** USD per one unit of an asset or fiat currency. */
async function usdPer(deps: Deps, code: string): Promise<Priced | Refused> {
  const asset = findAsset(code);
  if (asset) {
    const price = await deps.parties.market.price(asset.code);
    const units = price && parsePrice(price.usd);
    if (!units) return noPrice(deps, [asset.code]);
    return { units: units * pow10(EXTRA), ...(price?.fast && { fast: true }) };
  }
  const forex = await deps.parties.forex.current();
  if (!forex) return unavailable();
  const rate = Object.hasOwn(forex.rates, code) ? forex.rates[code] : undefined;
  const units = rate === undefined ? undefined : parseUnits(rate, RATE_SCALE);
  if (!units) return refuse('PAIR_UNAVAILABLE', `There is no price for ${code.slice(0, 10)}.`);
  return { units: (pow10(RATE_SCALE) * pow10(PRICE_SCALE + EXTRA)) / units };
}

/** What one unit of an asset, or of cash, is worth in another currency. */
async function priced(deps: Deps, base: string, quote: string): Promise<Priced | Refused> {
  if (base === quote) return { units: pow10(PRICE_SCALE) };
  const basePrice = await usdPer(deps, base);
  if (isRefused(basePrice)) return basePrice;
  const quotePrice = await usdPer(deps, quote);
  if (isRefused(quotePrice)) return quotePrice;
  const units = mulDivDown(basePrice.units, pow10(PRICE_SCALE), quotePrice.units);
  return { units, ...((basePrice.fast || quotePrice.fast) && { fast: true }) };
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

/** What a seller gets and a buyer pays for one unit of an asset, in another currency. */
export async function currencyPrice(
  deps: Deps,
  base: string,
  quote: string,
): Promise<{ readonly bid: string; readonly ask: string; readonly sideBps: number } | Refused> {
  if (!findAsset(base)) {
    return refuse('PAIR_UNAVAILABLE', `There is no price for ${base.slice(0, 10)}.`);
  }
  const fair = await priced(deps, base, quote);
  if (isRefused(fair)) return fair;
  const spreadBps = spreadNow(deps.config, fair);
  const bid = bidOf(fair.units, spreadBps);
  if (bid === 0n) return unavailable();
  const ask = askOf(fair.units, spreadBps);
  return {
    bid: formatUnits(bid, PRICE_SCALE),
    ask: formatUnits(ask, PRICE_SCALE),
    sideBps: spreadBps / 2,
  };
}
