import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { purchaseTerms, returnedFor } from '#core/contract/money/payment.ts';
import { decimal, instant, sentInstant, success, text, whole } from '#core/contract/schemas.ts';
import { entryLabels } from '#core/statement/entry-label.ts';

const money = v.object({ amount: decimal, currency_id: v.string() });

/** One entry of an account's statement. `created_at` is UTC, with or without a zone mark. */
export const accountTransaction = v.object({
  account_transaction_id: v.string(),
  transaction_class: v.string(),
  /** What happened in the books (HARD-52). A page may not know a newer server's kind, nor an older server tell any. */
  kind: v.optional(v.string()),
  type: v.picklist(['credit', 'debit']),
  amount: decimal,
  currency_id: v.string(),
  created_at: instant,
  comment: v.string(),
  network: v.string(),
  sender: v.string(),
  recipient: v.string(),
  payment_method: v.string(),
  /** For a withdrawal under way: not sent yet, or sent and not confirmed (BEY-15). */
  withdrawal: v.optional(v.picklist(['requested', 'broadcast'])),
  /** For a withdrawal: it failed or was cancelled, and the money came back. */
  returned: v.optional(v.boolean()),
  /** For a withdrawal whose money did not come back: the network's fee, which is part of the amount. */
  fee: v.optional(decimal),
  /** For a card purchase: what the card was charged, our fee included, and the terms as far as they were recorded. */
  paid: v.optional(v.object({ ...money.entries, ...purchaseTerms })),
  /** Its value in the customer's currency at that time, if it was recorded (HARD-16). */
  value: v.optional(
    v.object({
      ...money.entries,
      /** The price per whole unit from which the value was computed; not recorded for older entries. */
      price: v.optional(decimal),
    }),
  ),
});
export type AccountTransaction = v.InferOutput<typeof accountTransaction>;

/** Why a card payment bought nothing. Cards were charged only for `refunding` and `refunded`. */
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

/** A card payment that bought nothing. It is no entry of the account, because it moved no money in it. */
export const failedPayment = v.object({
  transaction_id: v.string(),
  /** A page may not know a newer server's reason. */
  reason: v.fallback(v.picklist(failedPaymentReasons), 'failed'),
  returned_for: returnedFor,
  /** The amount asked of the card, our fee included. */
  charge: money,
  /** The amount that would have been bought. */
  wanted: money,
  /** When it ended. */
  created_at: instant,
});
export type FailedPayment = v.InferOutput<typeof failedPayment>;

/** Newest first. Without `limit`, the first page; `next` continues after the last entry. */
export const getTransactionHistory = endpoint({
  path: '/exchange/transaction-history',
  access: 'user',
  effect: 'read',
  givesWay: 'histories',
  request: v.object({
    limit: v.optional(whole(1, 500), 100),
    after: v.optional(text(200)),
    currency_id: v.optional(text(10)),
    /** Search words, each of which must occur in what a list shows of an entry (INS-04). */
    search: v.optional(text(200)),
    /** The time zone of the dates that are searched. */
    time_zone: v.optional(text(64)),
    type: v.optional(v.picklist(entryLabels)),
    /** From this instant on. */
    from: v.optional(sentInstant),
    /** Before this instant. */
    until: v.optional(sentInstant),
    /**
     * Only entries with a note. The text of notes is searched on the device, which alone can read them
     * (EASE-16).
     */
    noted: v.optional(v.boolean()),
  }),
  answer: v.object({
    ...success,
    data: v.array(accountTransaction),
    /** From the same span of time as the entries, newest first, and counted towards the limit. */
    failed_payments: v.optional(v.array(failedPayment)),
    next: v.optional(v.string()),
    as_of: instant,
  }),
});
