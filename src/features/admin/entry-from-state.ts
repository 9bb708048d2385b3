import * as v from 'valibot';
import type { MerchantEntry } from '#core/statement/merchant-entry.ts';

const handedOver = v.object({
  merchantTransaction: v.object({
    id: v.string(),
    transactionId: v.string(),
    type: v.picklist(['Deposit', 'Withdraw', 'Buy', 'Transaction']),
    // An entry without a status is completed.
    status: v.optional(v.picklist(['Completed', 'Failed']), 'Completed'),
    at: v.union([v.number(), v.nan()]),
    amount: v.string(),
    currency: v.string(),
    usdt: v.string(),
    priced: v.boolean(),
    merchant: v.string(),
  }),
});

/** The entry a list handed over in the navigation state; it stays there through a reload. */
export function entryFromState(state: unknown): MerchantEntry | undefined {
  const read = v.safeParse(handedOver, state);
  return read.success ? read.output.merchantTransaction : undefined;
}
