import { assetCodes } from '#core/money/currencies.ts';
import { keepRates } from '#server/adapters/forex/kept-rates.ts';
import { HOUR } from '#server/adapters/party/clock.ts';
import type { Deps } from '#server/deps.ts';
import { doEach } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';

/**
 * Stores the day's exchange rates and prices, even if nobody needs them that day: later they could not be
 * found out.
 */
export async function keepPast(deps: Deps): Promise<void> {
  const { db, parties } = deps;
  const forex = await parties.forex.latest();
  if (forex) await keepRates(db, [forex]);
  await doEach(
    deps,
    assetCodes,
    'prices and rates of the day not kept',
    (asset) => parties.market.candles(asset, 'month'),
    {
      facts: (asset) => ({ asset }),
    },
  );
}

export const portfolioLoop: Loop = {
  everyMs: HOUR,
  failed: 'prices and rates of the day not kept',
  round: keepPast,
};
