import type { ToldPrices } from '#core/contract/market/live-prices.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { PRICE_SCALE, parsePrice, usdValue } from '#core/money/price.ts';
import type { Entry } from '#core/statement/portfolio.ts';

/** A wallet entry at new prices, as the server would send it; the same object if its price did not change. */
export function repriced(entry: Entry, prices: ToldPrices['of']): Entry {
  const { currency_id: code, precision } = entry.currency;
  const told = prices[code];
  const price = parsePrice(told?.price ?? '');
  const available = parseUnits(entry.free_balance, precision);
  if (!told || price === undefined || available === undefined) return entry;
  if (told.price === entry.price && told.change_24h === entry.change_24h) return entry;
  return {
    ...entry,
    ...told,
    free_balance_quoted: formatUnits(
      usdValue(available, precision, price),
      PRICE_SCALE,
      PRICE_SCALE,
    ),
    // The last point of the line is the present.
    spark: [...entry.spark.slice(0, -1), ...entry.spark.slice(-1).map(() => told.price)],
  };
}
