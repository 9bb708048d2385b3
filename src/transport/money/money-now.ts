import type { InMoney, Times } from '#core/derivation/worth.ts';
import { whenText } from '#core/time/clock-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { rates } from './forex-rates.ts';

/**
 * The exchange rate of this page, and the dates of rate and prices in words, for derivations (EASE-14).
 * `pricesAt`: when the prices were read; undefined if unknown.
 */
export function moneyNow(
  currency: string,
  pricesAt: Date | undefined,
): { readonly money: InMoney; readonly times: Times } {
  const now = new Date(serverNow());
  const fetched = whenText(new Date(rates.fetchedAt), now);
  return {
    money: { currency, rate: rates.rates[currency] },
    times: {
      prices: pricesAt ? whenText(pricesAt, now) : 'as they were read last',
      rate: `read ${fetched}`,
    },
  };
}
