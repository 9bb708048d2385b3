import { proxy } from 'valtio/vanilla';
import { getPriceHistory, type PriceRange } from '#core/contract/market/price.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { inOrder } from '#transport/calls/in-order.ts';

/** Past prices of an asset over a range: USD per unit, oldest first. */
export interface Prices {
  status: 'loading' | 'ready' | 'failed';
  points: readonly { readonly at: number; readonly price: string }[];
  failure: string | undefined;
}

/** By asset and range, for this visit. Prices are not personal, so they outlive a sign-out. */
export const prices: Record<string, Prices> = proxy({});

/**
 * Orders the requests of each range: the answer to an earlier request lacks intervals that have closed since.
 */
const questions = new Map<string, ReturnType<typeof inOrder>>();

export const pricesKey = (code: string, range: PriceRange): string => `${code}/${range}`;

/** Loads or refreshes a range; what was known stays on screen until the answer arrives. */
export async function loadPrices(code: string, range: PriceRange): Promise<void> {
  const key = pricesKey(code, range);
  const known = prices[key];
  if (known?.status !== 'ready') {
    prices[key] = { status: 'loading', points: [], failure: undefined };
  }
  const asked = questions.get(key) ?? inOrder();
  questions.set(key, asked);
  const counts = asked.ask();
  const outcome = await call(getPriceHistory, { currency_id: code, range });
  if (!counts(outcome.ok)) return;
  if (outcome.ok) {
    const points = outcome.value.data.map(({ at, close }) => ({
      at: Date.parse(at),
      price: close,
    }));
    prices[key] = { status: 'ready', points, failure: undefined };
  } else if (prices[key]?.status !== 'ready') {
    const failure = failureText(outcome.failure, 'The price history could not be loaded.');
    prices[key] = { status: 'failed', points: [], failure };
  }
}
