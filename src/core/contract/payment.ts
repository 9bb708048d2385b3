import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { currencyId, decimal, done, empty, id, instant, success, text } from './schemas.ts';

export const purchaseStatuses = ['success', 'failed', 'declined', 'cancelled', 'unknown'] as const;

/** Of a payment for which nothing was bought: whether it is back on its way to the card, or given back. */
export const refundStates = ['under-way', 'done'] as const;

/** At what a purchase was made; absent where it was not kept. */
const terms = {
  /** What one unit of the asset cost, in the currency charged, before the fee. */
  price: v.optional(decimal),
  /** The spread that is part of the price, in basis points. */
  spread_bps: v.optional(v.number()),
};

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
    /** What one unit cost when the customer agreed, for the record. */
    price: v.optional(decimal),
    /** Not followed: the server returns to its own addresses (HARD-31). */
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
      /** Until then the price holds, unless the market moves by more than the fee (HARD-14). */
      price_until: v.optional(instant),
    }),
  }),
});

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
    /** Nobody here reads it, and it may be nested too deeply to be serialised again. */
    data: v.optional(
      v.pipe(
        v.record(v.string(), v.unknown()),
        v.transform(() => ({})),
      ),
    ),
  }),
  answer: v.object({
    ...success,
    data: v.object({
      transaction_id: v.string(),
      status: v.picklist(purchaseStatuses),
      /** What was bought at the price of the moment, where that is not what was asked for (HARD-14). */
      crypto_value: v.optional(decimal),
      /** With the status `failed`: it was paid, and the payment goes back. */
      refund: v.optional(v.picklist(refundStates)),
    }),
  }),
});

/** The USDC worth of a purchase, by its tracking id. */
export const getEquivalentUsdc = endpoint({
  path: '/exchange/get-equivalent-usdc',
  access: 'user',
  effect: 'read',
  request: v.object({ transaction_id: id }),
  answer: v.object({
    ...success,
    data: v.object({
      amount: decimal,
      currency: v.string(),
      usdcRate: decimal,
      ...terms,
    }),
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
  ...terms,
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
