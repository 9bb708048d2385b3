import type { PriceRange } from '#core/contract/market/price.ts';
import { getPortfolioHistory, type PortfolioPoint } from '#core/contract/wallet/portfolio.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { readThrough } from '#transport/calls/read-through.ts';
import { scopedStore } from '#transport/session/scope.ts';
import type { Worth } from './portfolio-points.ts';

interface Portfolio {
  hours: readonly Worth[];
  days: readonly Worth[];
  currency: string;
  asOf: Date | undefined;
  /** Whether it is the device's copy. */
  isCopy: boolean;
  /** The text of the last failure. */
  failure: string | undefined;
  /** The chosen period; it stays while the customer visits other pages. */
  range: PriceRange;
}

const unknown = (): Portfolio => ({
  ...{ hours: [], days: [], currency: '', asOf: undefined, isCopy: false, failure: undefined },
  range: 'month',
});

export const portfolio = scopedStore(unknown);

const questions = inOrder();

const worth = ({ at, value }: PortfolioPoint): Worth => ({ at: Date.parse(at), price: value });

/** Loads the past values, first from the device. */
export async function loadPortfolio(): Promise<void> {
  portfolio.failure = undefined;
  const counts = questions.ask();
  const outcome = await readThrough('portfolio', getPortfolioHistory, {}, (answer, shown) => {
    const isCopy = shown.source === 'snapshot';
    // The device's copy is older than what is on screen.
    if ((isCopy && portfolio.asOf) || !counts(!isCopy)) return;
    Object.assign(portfolio, {
      ...{ hours: answer.hours.map(worth), days: answer.days.map(worth), isCopy },
      ...{ currency: answer.money_id, asOf: shown.asOf, failure: undefined },
    });
  });
  if (outcome.ok || !counts(false)) return;
  portfolio.failure = failureText(outcome.failure, 'The chart could not be loaded.');
}

const HOUR_MS = 3_600_000;
const hourOf = (at: number): number => Math.floor(at / HOUR_MS);

/** Loads it again if it may have a new point, which is once per hour. */
export async function keepPortfolio(): Promise<void> {
  const { asOf, isCopy } = portfolio;
  if (asOf && !isCopy && hourOf(asOf.getTime()) === hourOf(serverNow())) return;
  await loadPortfolio();
}
