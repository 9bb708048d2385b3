import type { Gains } from '#core/contract/wallet/gains.ts';
import type { Derivation } from '#core/derivation/derivation.ts';
import {
  averageDerivation,
  realisedDerivation,
  unrealisedDerivation,
} from '#core/derivation/gains.ts';
import { dayMoveDerivation, moveDerivation } from '#core/derivation/move.ts';
import { priceDerivation, sourcesOf, totalDerivation } from '#core/derivation/worth.ts';
import type { Holding } from '#core/statement/portfolio.ts';
import { methodNames } from '#core/statement/tax-rules.ts';
import { whenText } from '#core/time/clock-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { balances } from '#transport/money/known-balances.ts';
import { moneyNow } from '#transport/money/money-now.ts';
import type { PricePoint } from '#ui/chart/price-line.ts';
import { gainsTexts } from './gains-text.ts';

/** How an asset's value was computed. `shown`: as the page shows it. */
export function explainWorth(holding: Holding, currency: string, shown: string): Derivation {
  const { money, times } = moneyNow(currency, balances.known.data?.pricedAt);
  const parts = [{ ...holding, amount: holding.available }];
  return totalDerivation(`Value of your ${holding.name}`, parts, money, { shown, times });
}

/** How an asset's price was computed. */
export function explainPrice(holding: Holding, currency: string): Derivation {
  const { money, times } = moneyNow(currency, balances.known.data?.pricedAt);
  return priceDerivation(holding, money, times);
}

interface Move {
  readonly code: string;
  readonly currency: string;
  readonly shown: string;
  readonly points: readonly PricePoint[];
  /** For 24 hours: the current price and the market's own percentage. */
  readonly ofDay: { readonly now: string; readonly percent: string } | undefined;
}

/** How the change of a price was computed. */
export function explainMove({
  code,
  currency,
  shown,
  points,
  ofDay,
}: Move): Derivation | undefined {
  const { money, times } = moneyNow(currency, balances.known.data?.pricedAt);
  const [first, last] = [points[0], points.at(-1)];
  const now = new Date(serverNow());
  const of = {
    title: `Move of the ${code} price`,
    shown,
    unit: `${currency}/${code}`,
    sources: sourcesOf(money, times),
  };
  if (ofDay) return dayMoveDerivation({ ...of, to: ofDay.now, is: times.prices }, ofDay.percent);
  if (!first || !last) return undefined;
  const at = (point: PricePoint): string => whenText(new Date(point.at), now);
  return moveDerivation(
    { ...of, to: last.price, is: at(last) },
    { from: first.price, was: at(first) },
  );
}

export type GainsFigure = 'average' | 'unrealised' | 'realised';

/** How a figure of cost or gain was computed; undefined if a part is unknown. */
export function explainGains(known: Gains, figure: GainsFigure): Derivation | undefined {
  const texts = gainsTexts(known);
  const method = methodNames[known.method];
  switch (figure) {
    case 'average':
      return averageDerivation(known, method);
    case 'unrealised':
      return unrealisedDerivation(known, texts.unrealised, 'when these figures were read');
    case 'realised':
      return realisedDerivation(known, texts.realised, method);
  }
}
