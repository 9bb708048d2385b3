import type { WalletEntry } from '#core/contract/wallet.ts';
import { type Asset, assets } from '#core/domain/currencies.ts';
import { formatUnits } from '#core/domain/decimal.ts';
import { PRICE_SCALE, parsePrice, usdValue } from '#core/domain/price.ts';
import type { Ticker } from '#server/adapters/market/market.ts';
import { unavailable } from '#server/api/refusals.ts';
import type { Refused } from '#server/api/refused.ts';
import type { Deps } from '#server/deps.ts';
import { type Balances, readBalances } from '#server/ledger/balances.ts';

function entry(asset: Asset, balances: Balances, ticker: Ticker, price: bigint): WalletEntry {
  const { code, scale } = asset;
  return {
    currency: { currency_id: code, precision: scale },
    free_balance: formatUnits(balances.available, scale),
    free_balance_quoted: formatUnits(
      usdValue(balances.available, scale, price),
      PRICE_SCALE,
      PRICE_SCALE,
    ),
    hold_balance: formatUnits(balances.hold, scale),
    pending_balance: formatUnits(balances.pending, scale),
    price: ticker.usd,
    change_24h: ticker.change24h,
    spark: [...ticker.spark],
  };
}

/**
 * Balances and market values of every asset. Without a price of late for any one of them it refuses:
 * a value that is not known is shown neither as nothing nor as what it once was (BEY-23).
 */
export async function listWallet(deps: Deps, userId: string): Promise<WalletEntry[] | Refused> {
  const tickers = await deps.parties.market.tickers();
  const balances = await readBalances(deps.db, userId);
  const entries: WalletEntry[] = [];
  for (const asset of assets) {
    const ticker = tickers.get(asset.code);
    const price = ticker && parsePrice(ticker.usd);
    const held = balances.get(asset.code);
    if (!ticker || !price || !held) return unavailable();
    entries.push(entry(asset, held, ticker, price));
  }
  return entries;
}
