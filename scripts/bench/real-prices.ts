import { setTimeout as pause } from 'node:timers/promises';
import { swapCrypto } from '#core/contract/money/swap.ts';
import { partyNames } from '#server/adapters/party/party-checks.ts';
import { ApiClient } from '#tests/support/api-client.ts';
import { coinPrices } from '#tests/support/coin-prices.ts';
import { Provider } from '#tests/support/provider.ts';
import type { Customer } from './recorded.ts';

const HOUR = 3_600_000;

/** Prices in USD. They never change, so that no swap is refused because its price has moved. */
const prices: Readonly<Record<string, number>> = {
  bitcoin: 20_000,
  solana: 100,
  ethereum: 2_000,
  'avalanche-2': 20,
  ripple: 1,
  tether: 1,
  'usd-coin': 1,
};

const usdOf = (id: string): number => prices[id] ?? 1;

function pastPrices(id: string, days: number) {
  const usd = usdOf(id);
  const now = Date.now();
  const count = days * 24;
  return {
    prices: Array.from({ length: count }, (_, i) => [
      now - (count - i) * HOUR,
      usd * (1 + i / 1e5),
    ]),
  };
}

function answerTo(path: string): object {
  const url = new URL(path, 'http://localhost');
  const past = /^\/coins\/([\w-]+)\/market_chart$/.exec(url.pathname)?.[1];
  if (past) return pastPrices(past, Number(url.searchParams.get('days')));
  if (url.pathname === '/simple/price') return coinPrices(usdOf, Date.now());
  return {
    base: 'USD',
    date: new Date().toISOString().slice(0, 10),
    rates: { EUR: 0.9, AUD: 1.5, GBP: 0.8 },
  };
}

/** The swap that every customer of the benchmarks asks for. */
export const BTC_TO_USDC = {
  sourceCurrencyId: 'BTC',
  targetCurrencyId: 'USDC',
  sourceCurrencyAmount: '0.001',
} as const;

/** The number of requests for a quote after which the benchmark gives up waiting for confirmed prices. */
const MOST_ASKED = 120;

/**
 * Waits until the server swaps: it uses the first price of an asset only once a second reading has confirmed it
 * (OPS-15).
 */
export async function pricesConfirmed(base: string, { credential }: Customer): Promise<void> {
  const api = new ApiClient(base);
  for (let i = 0; i < MOST_ASKED; i++) {
    const quoted = await api.call(swapCrypto, BTC_TO_USDC, { credential });
    if (quoted.ok) return;
    await pause(500);
  }
  throw new Error('the first prices were never confirmed');
}

/**
 * Serves prices and exchange rates over HTTP, as providers do in production, so that each server process caches an
 * answer for a while. The sandbox's are read from the database at every call, because its buttons change them.
 */
export async function startPrices() {
  const provider = new Provider(({ path }) => JSON.stringify(answerTo(path)));
  const address = await provider.start();
  return {
    /** The environment of a server that gets its prices here. */
    env: {
      MARKET_URL: address,
      FOREX_URL: `${address}/rates`,
      SANDBOX: partyNames.filter((name) => name !== 'market' && name !== 'forex').join(','),
    },
    stop: () => provider.stop(),
  };
}
