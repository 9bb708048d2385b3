import { type CashCode, cashes } from '#core/domain/cash.ts';
import { mulDivNearest, parseUnits, pow10 } from '#core/domain/decimal.ts';
import { PRICE_SCALE, RATE_SCALE } from '#core/domain/price.ts';
import type { Deps } from '#server/deps.ts';

/**
 * The price of each cash currency in 1e-8 USD, by the day's exchange rates; a currency without a recent rate
 * has no price.
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
