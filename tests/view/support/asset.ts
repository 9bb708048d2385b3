import { getPriceHistory } from '#core/contract/market/price.ts';
import { listReceiving } from '#core/contract/money/funds.ts';
import { getGains } from '#core/contract/wallet/gains.ts';
import { answerBy, type Said } from './answers.ts';
import { type Asset, prices } from './holdings.ts';

const HOUR_MS = 3_600_000;

/** What an asset's page asks for besides balances and history: a day of its price, and nothing else yet. */
export const ofAsset: readonly Said[] = [
  answerBy(getPriceHistory, ({ currency_id }) => {
    const price = Number(prices[currency_id as Asset]);
    return {
      data: Array.from({ length: 24 }, (_, index) => ({
        at: new Date(Date.now() - (23 - index) * HOUR_MS).toISOString(),
        open: String(price + index),
        high: String(price + index + 2),
        low: String(price + index - 2),
        close: String(price + index + 1),
      })),
      as_of: new Date().toISOString(),
    };
  }),
  answerBy(getGains, ({ currency_id }) => ({
    data: {
      currency_id,
      money_id: 'AUD',
      method: 'average' as const,
      amount: '0',
      unknown_amount: '0',
      cost: '0',
      realised: '0',
      uncounted: '0',
      unvalued: 0,
      asked: [],
    },
    as_of: new Date().toISOString(),
  })),
  answerBy(listReceiving, () => ({
    data: { addresses: [], incoming: [] },
    as_of: new Date().toISOString(),
  })),
];
