/** CoinGecko's names of the assets. */
const coins = ['bitcoin', 'solana', 'ethereum', 'avalanche-2', 'ripple', 'tether', 'usd-coin'];

/** An answer of CoinGecko with all prices; `at`: their time in milliseconds. */
export const coinPrices = (usdOf: (coin: string) => number, at: number): object =>
  Object.fromEntries(
    coins.map((coin) => [
      coin,
      { usd: usdOf(coin), last_updated_at: Math.floor(at / 1000), usd_24h_change: 1 },
    ]),
  );
