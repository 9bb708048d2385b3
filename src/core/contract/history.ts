import * as v from 'valibot';
import { entryLabels } from '#core/domain/entry-label.ts';
import { endpoint } from './endpoint.ts';
import { decimal, instant, sentInstant, success, text, whole } from './schemas.ts';

const money = v.object({ amount: decimal, currency_id: v.string() });

/** One entry of an account's statement. `created_at` is UTC, with or without a zone mark. */
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
  /** Of a withdrawal: what was taken came back. */
  returned: v.optional(v.boolean()),
  /** Of a withdrawal whose money did not come back: the network's fee, part of the amount. */
  fee: v.optional(decimal),
  /** Of a card purchase: what the card was charged, our fee included. */
  paid: v.optional(money),
  /** What it was worth in the customer's currency at its time, where that was written down (HARD-16). */
  value: v.optional(
    v.object({
      ...money.entries,
      /** Of one whole unit, by which the value was made; of older entries it was not kept. */
      price: v.optional(decimal),
    }),
  ),
});
export type AccountTransaction = v.InferOutput<typeof accountTransaction>;

/** Why a card payment bought nothing; of those that were charged, `refunding` and `refunded`. */
export const failedPaymentReasons = [
  'failed',
  'declined',
  'cancelled',
  'expired',
  'superseded',
  'refunding',
  'refunded',
] as const;
export type FailedPaymentReason = (typeof failedPaymentReasons)[number];

/** A card payment that bought nothing: no entry of the account, as nothing in it moved. */
export const failedPayment = v.object({
  transaction_id: v.string(),
  /** A page may be older than a reason. */
  reason: v.fallback(v.picklist(failedPaymentReasons), 'failed'),
  /** What the card was asked for, our fee included. */
  charge: money,
  /** What would have been bought. */
  wanted: money,
  /** When it ended. */
  created_at: instant,
});
export type FailedPayment = v.InferOutput<typeof failedPayment>;

/** Newest first. Without `limit`, the first page; `next` continues behind the last entry. */
export const getTransactionHistory = endpoint({
  path: '/exchange/transaction-history',
  access: 'user',
  effect: 'read',
  request: v.object({
    limit: v.optional(whole(1, 500), 100),
    after: v.optional(text(200)),
    currency_id: v.optional(text(10)),
    /** Words that must each stand in what a list shows of an entry (INS-04). */
    search: v.optional(text(200)),
    /** In which the dates are that are searched. */
    time_zone: v.optional(text(64)),
    type: v.optional(v.picklist(entryLabels)),
    /** From this instant on. */
    from: v.optional(sentInstant),
    /** Before this instant. */
    until: v.optional(sentInstant),
    /** Only entries with a note: what the note says is searched on the device (EASE-16). */
    noted: v.optional(v.boolean()),
  }),
  answer: v.object({
    ...success,
    data: v.array(accountTransaction),
    /** Of the same time as the entries, newest first, and counted with them. */
    failed_payments: v.optional(v.array(failedPayment)),
    next: v.optional(v.string()),
    as_of: instant,
  }),
});
