import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { decimal, instant, success, text, whole } from './schemas.ts';

/** One entry of an account's statement (001 §3). `created_at` is UTC, with or without a zone mark. */
export const accountTransaction = v.object({
  account_transaction_id: v.string(),
  transaction_class: v.string(),
  type: v.picklist(['credit', 'debit']),
  amount: decimal,
  currency_id: v.string(),
  created_at: instant,
  comment: v.string(),
  network: v.string(),
  sender: v.string(),
  recipient: v.string(),
  payment_method: v.string(),
  /** Of a withdrawal that is under way: not sent yet, or sent and not confirmed (BEY-15). */
  withdrawal: v.optional(v.picklist(['requested', 'broadcast'])),
  /** Of a withdrawal whose money did not come back: the network's fee, part of the amount. */
  fee: v.optional(decimal),
  /** Of a card purchase: what the card was charged, our fee included. */
  paid: v.optional(v.object({ amount: decimal, currency_id: v.string() })),
  /** What it was worth in the customer's currency at its time, where that was written down (HARD-16). */
  value: v.optional(v.object({ amount: decimal, currency_id: v.string() })),
});
export type AccountTransaction = v.InferOutput<typeof accountTransaction>;

/** Newest first. Without `limit`, the first page; `next` continues behind the last entry. */
export const getTransactionHistory = endpoint({
  path: '/exchange/transaction-history',
  access: 'user',
  effect: 'read',
  request: v.object({
    limit: v.optional(whole(1, 500), 100),
    after: v.optional(text(200)),
    currency_id: v.optional(text(10)),
  }),
  answer: v.object({
    ...success,
    data: v.array(accountTransaction),
    next: v.optional(v.string()),
    as_of: instant,
  }),
});
