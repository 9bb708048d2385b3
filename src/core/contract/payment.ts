import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { currencyId, decimal, done, empty, id, instant, success, text } from './schemas.ts';

export const initTransaction = endpoint({
  path: '/exchange/init-transaction',
  access: 'user',
  effect: 'money',
  request: v.object({
    amount: decimal,
    currency: v.optional(currencyId, 'USD'),
    crypto_value: decimal,
    crypto_currency: currencyId,
    usdc: decimal,
    success_url: text(500),
    decline_url: text(500),
    fail_url: text(500),
    cancel_url: text(500),
    payment_test_env: v.boolean(),
  }),
  answer: v.object({
    ...success,
    data: v.object({
      tracking_id: v.string(),
      checkout: v.object({ token: v.string(), redirect_url: v.string() }),
    }),
  }),
});

export const purchaseStatuses = ['success', 'failed', 'declined', 'cancelled', 'unknown'] as const;

/** Records a card purchase exactly once, by what the provider says, not by what the page says. */
export const insertTransaction = endpoint({
  path: '/exchange/insert-transaction',
  access: 'user',
  effect: 'money',
  request: v.object({
    transaction_id: id,
    amount: decimal,
    currency: currencyId,
    crypto_value: decimal,
    crypto_currency: currencyId,
    usdc: decimal,
    device_type: text(50),
    status: v.picklist(purchaseStatuses),
    data: v.optional(v.record(v.string(), v.unknown())),
  }),
  answer: v.object({
    ...success,
    data: v.object({ transaction_id: v.string(), status: v.picklist(purchaseStatuses) }),
  }),
});

/** An open purchase, or one that ended and whose end the buyer has not seen (BEY-17). */
const unseenPurchase = v.object({
  transaction_id: v.string(),
  status: v.picklist([...purchaseStatuses, 'pending']),
  amount: decimal,
  currency: v.string(),
  crypto_value: decimal,
  crypto_currency: v.string(),
  usdc: decimal,
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
  request: v.object({ transaction_id: id }),
  answer: done,
});

/** The USDC worth of a purchase, by its tracking id. */
export const getEquivalentUsdc = endpoint({
  path: '/exchange/get-equivalent-usdc',
  access: 'user',
  effect: 'read',
  request: v.object({ transaction_id: id }),
  answer: v.object({
    ...success,
    data: v.object({ amount: decimal, currency: v.string(), usdcRate: decimal }),
  }),
});
