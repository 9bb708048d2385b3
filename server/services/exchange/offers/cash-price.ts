import { type CashCode, cashes } from '#core/money/cash.ts';
import { mulDivNearest, parseUnits, pow10 } from '#core/money/decimal.ts';
import { PRICE_SCALE, RATE_SCALE } from '#core/money/price.ts';
import type { MadeRates } from '#server/adapters/forex/forex.ts';
import { agedSpreadBps, isRateCode } from '#server/adapters/forex/rate-band.ts';
import type { Deps } from '#server/deps.ts';
import type { Widening } from './spread.ts';

/**
 * The value of each cash currency in 1e-8 USD, by the exchange rates that are believed; a currency without a
 * recent rate has none. For trades, see `cashToTrade`.
 */
export async function cashPrices(
  deps: Pick<Deps, 'parties'>,
): Promise<ReadonlyMap<CashCode, bigint>> {
  const forex = await deps.parties.forex.current();
  const prices = new Map<CashCode, bigint>();
  for (const { code } of cashes) {
    const rate = parseUnits(forex?.rates[code] ?? '', RATE_SCALE);
    if (rate) prices.set(code, mulDivNearest(pow10(RATE_SCALE), pow10(PRICE_SCALE), rate));
  }
  return prices;
}

/** How the age and the movement of a rate widen the spread; `isOld`: nothing is traded by it (HARD-48). */
export function rateTerms(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  code: string,
  { at, fast = [] }: Pick<MadeRates, 'at' | 'fast'>,
): Widening & { readonly isOld: boolean } {
  if (!isRateCode(code)) return { isOld: false };
  const age = clock.now() - at.getTime();
  return {
    agedBps: agedSpreadBps(code, age),
    fast: fast.includes(code),
    isOld: age > config.rateMostHours * 3_600_000,
  };
}

/** The price of cash to trade by, in 1e-8 USD, and how its rate widens the spread. */
export async function cashToTrade(
  deps: Pick<Deps, 'parties' | 'config' | 'clock'>,
  code: CashCode,
) {
  const forex = await deps.parties.forex.current();
  const rate = parseUnits(forex?.rates[code] ?? '', RATE_SCALE);
  if (!forex || !rate) return undefined;
  const units = mulDivNearest(pow10(RATE_SCALE), pow10(PRICE_SCALE), rate);
  return { units, ...rateTerms(deps, code, forex) };
}
