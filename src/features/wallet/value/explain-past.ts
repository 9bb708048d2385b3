import type { Derivation } from '#core/derivation/derivation.ts';
import { moveDerivation } from '#core/derivation/move.ts';
import { whenText } from '#core/time/clock-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import type { PricePoint } from '#ui/chart/price-line.ts';

/** How the change of the total value over the shown period was computed. */
export function explainPast(
  points: readonly PricePoint[],
  currency: string,
  shown: string,
): Derivation | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return undefined;
  const now = new Date(serverNow());
  const at = (point: PricePoint): string => whenText(new Date(point.at), now);
  const of = {
    title: 'Move of the value of everything',
    shown,
    unit: currency,
    to: last.price,
    is: at(last),
    sources: [
      'Everything you owned, also on hold, at the prices and exchange rates of the time. Money that you added or took out is in it.',
    ],
  };
  return moveDerivation(of, { from: first.price, was: at(first) });
}
