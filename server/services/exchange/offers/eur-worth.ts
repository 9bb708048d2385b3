import { mulDivUp, pow10 } from '#core/money/decimal.ts';
import { PRICE_SCALE } from '#core/money/price.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { fairPrices } from './currency-price.ts';

const CENTS = 2;

/** The value of units of an asset or currency in cents of EUR, rounded up; undefined without a price. */
type EurWorth = (currency: string, units: bigint, scale?: number) => Promise<bigint | undefined>;

/** Values many amounts at the prices of one moment. */
export function eurWorth(deps: Deps): EurWorth {
  const priceOf = fairPrices(deps);
  return async (currency, units, scale = storedKept(currency).scale) => {
    const price = await priceOf(currency, 'EUR');
    if (isRefused(price)) return undefined;
    return mulDivUp(units, price, pow10(scale + PRICE_SCALE - CENTS));
  };
}

/** The current value of one amount. */
export const eurCentsOf = (
  deps: Deps,
  ...amount: Parameters<EurWorth>
): Promise<bigint | undefined> => eurWorth(deps)(...amount);
