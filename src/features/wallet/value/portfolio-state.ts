import type { PriceRange } from '#core/contract/market/price.ts';
import { getPortfolioHistory, type PortfolioPoint } from '#core/contract/wallet/portfolio.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { reading } from '#transport/calls/reading.ts';
import { scopedStore } from '#transport/session/scope.ts';
import type { Worth } from './portfolio-points.ts';

const worth = ({ at, value }: PortfolioPoint): Worth => ({ at: Date.parse(at), price: value });

/** The past values. */
export const portfolio = reading(
  getPortfolioHistory,
  {},
  {
    snapshot: 'portfolio',
    pick: ({ hours, days, money_id }) => ({
      hours: hours.map(worth),
      days: days.map(worth),
      currency: money_id,
    }),
    failed: 'The chart could not be loaded.',
  },
);

/** While they are unknown. */
export const noValues = { hours: [], days: [], currency: '' } as const;

/** The chosen period; it stays while the customer visits other pages. */
export const period = scopedStore((): { range: PriceRange } => ({ range: 'month' }));

const HOUR_MS = 3_600_000;
const hourOf = (at: number): number => Math.floor(at / HOUR_MS);

/** Loads it again if it may have a new point, which is once per hour. */
export async function keepPortfolio(): Promise<void> {
  const { asOf, source } = portfolio.known;
  if (asOf && source === 'server' && hourOf(asOf.getTime()) === hourOf(serverNow())) return;
  await portfolio.anew();
}
