import { formatCrypto, formatDecimal } from '#core/money/format.ts';
import { PRICE_SCALE } from '#core/money/price.ts';
import {
  basisPoints,
  type Derivation,
  down,
  product,
  quantity,
  type Step,
  sum,
} from './derivation.ts';

/** A swap or a sale as it was quoted: amounts and prices as decimals, the prices in USD per whole unit. */
export interface Quoted {
  readonly source: string;
  readonly sourceAmount: string;
  readonly sourcePrice: string;
  readonly target: string;
  readonly targetScale: number;
  readonly targetPrice: string;
  readonly spreadBps: number;
}

/** The value of the paid amount in the target, and the same after the spread. */
function quotedSteps(quoted: Quoted): readonly [fair: Step, received: Step] {
  const { source, sourceAmount, sourcePrice, target, targetPrice, targetScale } = quoted;
  const fair = product('At the market’s prices', {
    times: [quantity(sourceAmount, source), quantity(sourcePrice, `USD/${source}`)],
    over: [quantity(targetPrice, `USD/${target}`)],
    unit: target,
    rounding: down(targetScale),
  });
  const received = product('You get', {
    times: [fair.result, basisPoints(10_000 - quoted.spreadBps)],
    unit: target,
    rounding: down(targetScale),
  });
  return [fair, received];
}

const sources: readonly string[] = [
  'Prices: the market’s when the quote was made. They are fixed for it.',
  'The spread is our charge. It is part of the rate; nothing else is taken.',
];

/** How the received amount of a quote was computed. */
export function receivedDerivation(quoted: Quoted): Derivation {
  const steps = quotedSteps(quoted);
  return {
    title: 'You get',
    shown: formatCrypto(steps[1].result.digits, quoted.target),
    steps,
    sources,
  };
}

/** How the cost of a quote's spread was computed. */
export function spreadDerivation(quoted: Quoted): Derivation {
  const [fair, received] = quotedSteps(quoted);
  const kept = sum('Spread', { first: fair.result, minus: [received.result] });
  return {
    title: 'Spread, included',
    shown: formatCrypto(kept.result.digits, quoted.target),
    steps: [fair, received, kept],
    sources,
  };
}

/** The rate: how much of `other` there was per unit of `one`. */
export function rateDerivation(
  one: { readonly amount: string; readonly currency: string },
  other: { readonly amount: string; readonly currency: string },
  from: readonly string[],
): Derivation {
  const rate = product('Rate', {
    times: [quantity(other.amount, other.currency)],
    over: [quantity(one.amount, one.currency)],
    unit: `${other.currency}/${one.currency}`,
    rounding: down(PRICE_SCALE),
  });
  return {
    title: 'Rate',
    shown: `1 ${one.currency} = ${formatDecimal(rate.result.digits)} ${other.currency}`,
    steps: [rate],
    sources: from,
  };
}
