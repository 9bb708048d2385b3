import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { decimal, done, empty, id, instant, success } from './schemas.ts';

export const purchaseStatuses = ['success', 'failed', 'declined', 'cancelled', 'unknown'] as const;

/** Of a payment for which nothing was bought: whether it is back on its way to the card, or given back. */
export const refundStates = ['under-way', 'done'] as const;

/** An open purchase, or one that ended and whose end the buyer has not seen (BEY-17). */
const unseenPurchase = v.object({
  transaction_id: v.string(),
  status: v.picklist([...purchaseStatuses, 'pending']),
  amount: decimal,
  currency: v.string(),
  crypto_value: decimal,
  crypto_currency: v.string(),
  usdc: decimal,
  /** What the customer was shown at first, where the price of the moment bought something else (HARD-14). */
  agreed_value: v.optional(decimal),
  /** With the status `failed`: it was paid, and the payment goes back. */
  refund: v.optional(v.picklist(refundStates)),
  created_at: instant,
});
export type UnseenPurchase = v.InferOutput<typeof unseenPurchase>;

/** Purchases to tell about, newest first, and whether the payment form is the sandbox's (D30). */
export const getPurchases = endpoint({
  path: '/exchange/get-purchases',
  access: 'user',
  effect: 'read',
  request: empty,
  answer: v.object({
    ...success,
    data: v.object({ payment_test_env: v.boolean(), purchases: v.array(unseenPurchase) }),
  }),
});

/** The buyer has seen how a purchase ended. */
export const seePurchase = endpoint({
  path: '/exchange/see-purchase',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: v.object({ transaction_id: id }),
  answer: done,
});
