import type { SecondStep } from '#conversion/conversion-state.ts';
import type { ConversionSummary } from '#conversion/rules.ts';
import {
  type Quoted,
  rateDerivation,
  receivedDerivation,
  spreadDerivation,
} from '#core/derivation/conversion.ts';
import type { Derivation } from '#core/derivation/derivation.ts';
import { keptOf } from '#core/money/cash.ts';
import type { Pair } from '#core/money/swap-form.ts';

/** The figures of a quote that can be explained. */
export type QuoteFigure = 'spread' | 'received';

/** How a figure of a quote was computed; undefined if the server did not send its prices. */
export function explainQuote(
  { source, target }: Pair,
  { sourceAmount, spreadBps, sourcePrice, targetPrice }: SecondStep,
  figure: QuoteFigure,
): Derivation | undefined {
  if (sourcePrice === undefined || targetPrice === undefined) return undefined;
  const quoted: Quoted = {
    ...{ source, sourceAmount, sourcePrice, target, targetPrice, spreadBps },
    targetScale: keptOf(target).scale,
  };
  return figure === 'spread' ? spreadDerivation(quoted) : receivedDerivation(quoted);
}

/** How a rate follows from the given and received amounts. */
export function explainRate(
  { source, sourceAmount, target, targetAmount }: ConversionSummary,
  isTurned: boolean,
): Derivation {
  const given = { amount: sourceAmount, currency: source };
  const received = { amount: targetAmount, currency: target };
  const sources = ['What you get for what you pay, the spread included.'];
  return isTurned
    ? rateDerivation(received, given, sources)
    : rateDerivation(given, received, sources);
}
