import { inOrder } from '#transport/calls/in-order.ts';
import type { ConversionDeps } from './conversion-deps.ts';
import type { ConversionState, Quote } from './conversion-state.ts';
import { quoteOf } from './quote/quote-of.ts';

/** Requests a preview of the second step: what it would give for the whole result of the first (EASE-20). */
export function secondStep(
  state: ConversionState,
  deps: Pick<ConversionDeps, 'quote'>,
): (first: Quote) => Promise<void> {
  const requests = inOrder();
  return async ({ targetAmount }) => {
    const { onward, pair } = state;
    const counts = requests.askOnly();
    state.second = undefined;
    if (!onward) return;
    const outcome = await deps.quote(pair.target, onward, targetAmount);
    if (!counts() || !outcome.ok) return;
    state.second = quoteOf(outcome.value);
  };
}
