import type { WalletEntry } from '#core/contract/wallet.ts';
import { type Asset, assets } from '#core/domain/currencies.ts';
import { formatUnits } from '#core/domain/decimal.ts';
import { PRICE_SCALE, parsePrice, usdValue } from '#core/domain/price.ts';
import type { Ticker } from '#server/adapters/market/market.ts';
import type { Deps } from '#server/deps.ts';
import { type Balances, readBalancesAsOf } from '#server/ledger/balances.ts';

function entry(asset: Asset, balances: Balances, ticker: Ticker | undefined): WalletEntry {
  const { code, scale } = asset;
  const price = parsePrice(ticker?.usd ?? '');
  return {
    currency: { currency_id: code, precision: scale },
    free_balance: formatUnits(balances.available, scale),
    hold_balance: formatUnits(balances.hold, scale),
    pending_balance: formatUnits(balances.pending, scale),
    ...(ticker &&
      price && {
        free_balance_quoted: formatUnits(
          usdValue(balances.available, scale, price),
          PRICE_SCALE,
          PRICE_SCALE,
        ),
        price: ticker.usd,
        change_24h: ticker.change24h,
      }),
    spark: [...(ticker?.spark ?? [])],
  };
}

/**
 * Balances and market values of every asset, and when the balances were read. If no recent price is known, the amounts are given without
 * a value: neither worth nothing nor what they once were worth (BEY-23).
 */
export async function listWallet(
  deps: Deps,
  userId: string,
): Promise<{ readonly entries: WalletEntry[]; readonly asOf: Date }> {
  const tickers = await deps.parties.market.tickers();
  const { balances, asOf } = await readBalancesAsOf(deps.db, deps.clock, userId);
  const entries = assets.flatMap((asset) => {
    const held = balances.get(asset.code);
    return held ? [entry(asset, held, tickers.get(asset.code))] : [];
  });
  return { entries, asOf };
}
