import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import {
  addRecurringBuy,
  changeRecurringBuy,
  listRecurringBuys,
  type RecurringBuy,
} from '#core/contract/money/recurring-buys.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { newIntent } from '#transport/customer/intents.ts';
import { scopedStore } from '#transport/session/scope.ts';

interface KnownBuys {
  /** The server's last answer in this visit. */
  list: readonly RecurringBuy[] | undefined;
  /** The largest spread that a new purchase accepts, in basis points. */
  mostSpread: number | undefined;
  /** The text of the last failure. */
  failure: string | undefined;
}

export const buys = scopedStore<KnownBuys>(() => ({
  list: undefined,
  mostSpread: undefined,
  failure: undefined,
}));

const questions = inOrder();

export async function loadBuys(): Promise<void> {
  const counts = questions.ask();
  const outcome = await call(listRecurringBuys, {});
  if (!counts(outcome.ok)) return;
  if (outcome.ok) {
    const { data, most_spread_bps: mostSpread } = outcome.value;
    Object.assign(buys, { list: data, mostSpread, failure: undefined });
  } else buys.failure = failureText(outcome.failure, 'Your recurring buys could not be loaded.');
}

type NewBuy = ParsedRequestOf<typeof addRecurringBuy>;

const COUNTS_ONCE = 'It may be set up all the same. If you send the same again, it counts once.';

/** Returns a function that adds one. Sending the same again uses the same key, so it is added only once. */
export function buyAdder(): (request: NewBuy) => Promise<string | undefined> {
  const keys = new Map<string, string>();
  return async (request) => {
    const content = JSON.stringify(request);
    const key = keys.get(content) ?? newIntent(addRecurringBuy.path, {}).key;
    keys.set(content, key);
    const outcome = await call(addRecurringBuy, request, { idempotencyKey: key });
    questions.changed();
    await loadBuys();
    if (outcome.ok) return undefined;
    const text = 'It could not be set up. Please try again.';
    return failureText(outcome.failure, text, COUNTS_ONCE);
  };
}

/** Resolves with an error text, or with undefined. */
export async function changeBuy(
  request: ParsedRequestOf<typeof changeRecurringBuy>,
): Promise<string | undefined> {
  const outcome = await call(changeRecurringBuy, request);
  questions.changed();
  await loadBuys();
  return outcome.ok
    ? undefined
    : failureText(outcome.failure, 'It could not be changed. Please try again.');
}
