import * as v from 'valibot';
import { carried } from '#core/carried/carried.ts';

/** The entry that a list handed over; it stays there through a reload. */
export const handedEntry = carried(
  'merchantTransaction',
  v.object({
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
);
