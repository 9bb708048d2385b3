import { getPriceHistory, type PriceRange } from '#core/contract/market/price.ts';
import { readings } from '#transport/calls/reading.ts';

const over = (range: PriceRange) =>
  readings(getPriceHistory, (currency_id) => ({ currency_id, range }), {
    pick: ({ data }) => data.map(({ at, close }) => ({ at: Date.parse(at), price: close })),
    failed: 'The price history could not be loaded.',
  });

/** Past prices of each asset over a range: USD per unit, oldest first. */
export const prices = {
  day: over('day'),
  week: over('week'),
  month: over('month'),
  year: over('year'),
  all: over('all'),
} satisfies Record<PriceRange, unknown>;
