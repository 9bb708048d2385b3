import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import {
  addRecurringBuy,
  changeRecurringBuy,
  listRecurringBuys,
} from '#core/contract/money/recurring-buys.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { reading } from '#transport/calls/reading.ts';
import { newIntent } from '#transport/customer/intents.ts';

export const buys = reading(
  listRecurringBuys,
  {},
  {
    pick: ({ data, most_spread_bps }) => ({
      list: data,
      /** The largest spread that a new purchase accepts, in basis points. */
      mostSpread: most_spread_bps,
    }),
    failed: 'Your recurring buys could not be loaded.',
  },
);

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
    await buys.changed();
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
  await buys.changed();
  return outcome.ok
    ? undefined
    : failureText(outcome.failure, 'It could not be changed. Please try again.');
}
