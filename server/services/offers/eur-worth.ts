import { mulDivUp, pow10 } from '#core/domain/decimal.ts';
import { PRICE_SCALE } from '#core/domain/price.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { fairPrice } from './currency-price.ts';

const CENTS = 2;

/**
 * The current value of units of an asset or currency in cents of EUR, rounded up; undefined without a price.
 */
export async function eurCentsOf(
  deps: Deps,
  currency: string,
  units: bigint,
  scale = storedKept(currency).scale,
): Promise<bigint | undefined> {
  const price = await fairPrice(deps, currency, 'EUR');
  if (isRefused(price)) return undefined;
  return mulDivUp(units, price, pow10(scale + PRICE_SCALE - CENTS));
}
