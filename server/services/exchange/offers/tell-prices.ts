import { PRICES_EVENT } from '#core/contract/market/live.ts';
import type { ToldPrices } from '#core/contract/market/live-prices.ts';
import type { Deps } from '#server/deps.ts';
import type { Changes } from '#server/platform/changes.ts';
import type { Loop } from '#server/platform/repeat.ts';

/** The shortest interval between two price changes on a page (LIVE-02). */
const EVERY_MS = 1_000;

/**
 * Sends the current prices, in the wallet's format, to all pages connected to this process when one has
 * changed. Without connected pages, the market is not asked.
 */
export function tellingPrices(changes: Pick<Changes, 'open' | 'tellAll'>): Loop {
  let told = '';
  async function tell({ parties, clock }: Deps): Promise<void> {
    if (changes.open === 0) return;
    const at = clock.now();
    const tickers = await parties.market.tickers();
    const of: ToldPrices['of'] = Object.fromEntries(
      [...tickers].map(([code, { usd, change24h }]) => [
        code,
        { price: usd, change_24h: change24h },
      ]),
    );
    const text = JSON.stringify(of);
    if (text === told || tickers.size === 0) return;
    told = text;
    const prices: ToldPrices = { at, of };
    changes.tellAll({ event: PRICES_EVENT, data: JSON.stringify(prices) });
  }
  return { everyMs: EVERY_MS, failed: 'prices not told', round: tell };
}
