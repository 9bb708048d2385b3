import type { WalletEntry } from '#core/contract/wallet/wallet.ts';
import { type Cash, cashes } from '#core/money/cash.ts';
import { type Asset, assets } from '#core/money/currencies.ts';
import { formatUnits, mulDivDown, parseUnits, pow10 } from '#core/money/decimal.ts';
import { PRICE_SCALE, parsePrice, RATE_SCALE, usdValue } from '#core/money/price.ts';
import type { Ticker } from '#server/adapters/market/market.ts';
import type { Deps } from '#server/deps.ts';
import { type Balances, readBalancesAsOf } from '#server/ledger/balances.ts';
import type { Customer } from '#server/platform/standing-session.ts';

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
 * Cash as an entry of the wallet, like an asset: its price is the exchange rate, which never changes in the
 * customer's own currency. `rate`: units of it per USD.
 */
function cashEntry(cash: Cash, balances: Balances, rate: bigint | undefined): WalletEntry {
  const { code, scale } = cash;
  const usdOf = (units: bigint, decimals: number): string =>
    formatUnits(
      mulDivDown(units * pow10(PRICE_SCALE), pow10(RATE_SCALE), (rate ?? 1n) * pow10(decimals)),
      PRICE_SCALE,
      PRICE_SCALE,
    );
  return {
    currency: { currency_id: code, precision: scale },
    free_balance: formatUnits(balances.available, scale),
    hold_balance: formatUnits(balances.hold, scale),
    pending_balance: formatUnits(balances.pending, scale),
    ...(rate && {
      free_balance_quoted: usdOf(balances.available, scale),
      price: usdOf(1n, 0),
      change_24h: '0',
    }),
    spark: [],
  };
}

/** The cash of the customer's market, and any other cash that they hold. */
async function cashOf(
  deps: Deps,
  market: string,
  held: ReadonlyMap<string, Balances>,
): Promise<WalletEntry[]> {
  const forex = await deps.parties.forex.latest();
  return cashes.flatMap((cash) => {
    const of = held.get(cash.code);
    if (!of || (cash.code !== market && of.available + of.hold + of.pending === 0n)) return [];
    return [cashEntry(cash, of, parseUnits(forex?.rates[cash.code] ?? '', RATE_SCALE))];
  });
}

/**
 * Balances and market values of every asset, and the moment of the balances. Without a recent price, an
 * amount has no value: neither zero nor an old one (BEY-23).
 */
export async function listWallet(
  deps: Deps,
  { userId, market }: Customer,
): Promise<{
  readonly entries: WalletEntry[];
  readonly cash: WalletEntry[];
  readonly asOf: Date;
}> {
  const tickers = await deps.parties.market.tickers();
  const { balances, asOf } = await readBalancesAsOf(deps.db, deps.clock, userId);
  const entries = assets.flatMap((asset) => {
    const held = balances.get(asset.code);
    return held ? [entry(asset, held, tickers.get(asset.code))] : [];
  });
  return { entries, cash: await cashOf(deps, market, balances), asOf };
}
