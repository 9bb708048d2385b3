import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import {
  currencyId,
  decimal,
  done,
  empty,
  id,
  instant,
  success,
  text,
} from '#core/contract/schemas.ts';

export const purchaseStatuses = ['success', 'failed', 'declined', 'cancelled', 'unknown'] as const;

/** The state of a payment that bought nothing: being refunded to the card, or refunded. */
export const refundStates = ['under-way', 'done'] as const;

/** The terms of a purchase; absent if they were not recorded. */
export const purchaseTerms = {
  /** The price of one unit, in the charged currency, before the fee. */
  price: v.optional(decimal),
  /** The spread included in the price, in basis points. */
  spread_bps: v.optional(v.number()),
};

export const initTransaction = endpoint({
  path: '/exchange/init-transaction',
  access: 'user',
  effect: 'money',
  // It begins a purchase at a price, like a quote: nothing is paid before it.
  givesWay: 'quotes',
  request: v.object({
    amount: decimal,
    currency: v.optional(currencyId, 'USD'),
    crypto_value: decimal,
    crypto_currency: currencyId,
    usdc: decimal,
    /** The price of one unit when the customer agreed, for the record. */
    price: v.optional(decimal),
    /** Ignored: the server uses its own return addresses (HARD-31). */
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
      /** Until when the price is guaranteed, unless the market moves by more than the fee (HARD-14). */
      price_until: v.optional(instant),
    }),
  }),
});

/** Why a payment went back to its card: what it would buy had become dearer, or the card is in another name. */
export const returnCauses = ['price', 'another-name', 'other'] as const;
export type ReturnCause = (typeof returnCauses)[number];

/** A stored cause as an answer has it. */
export const returnOf = (named: string | null): { readonly returned_for?: ReturnCause } => {
  const returned_for = returnCauses.find((cause) => cause === named);
  return returned_for === undefined ? {} : { returned_for };
};

/** A page may not know a newer server's cause; older servers send none. */
export const returnedFor = v.optional(v.fallback(v.picklist(returnCauses), 'other'));

/** Records a card purchase exactly once. The provider's answer decides, not what the page reports. */
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
    /** Unused: no code reads it, and it may be nested too deeply to be serialised again. */
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
      /** The amount that was bought, if the price had moved and it differs from the ordered one (HARD-14). */
      crypto_value: v.optional(decimal),
      /** With the status `failed`: the card was charged, and the payment is refunded. */
      refund: v.optional(v.picklist(refundStates)),
      returned_for: returnedFor,
    }),
  }),
});

/** The value of a purchase in USDC, by its tracking id. */
export const getEquivalentUsdc = endpoint({
  path: '/exchange/get-equivalent-usdc',
  access: 'user',
  effect: 'read',
  givesWay: 'quotes',
  request: v.object({ transaction_id: id }),
  answer: v.object({
    ...success,
    data: v.object({
      amount: decimal,
      currency: v.string(),
      usdcRate: decimal,
      ...purchaseTerms,
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
  ...purchaseTerms,
  /** The amount shown at first, if the price had moved and another amount was bought (HARD-14). */
  agreed_value: v.optional(decimal),
  /** With the status `failed`: the card was charged, and the payment is refunded. */
  refund: v.optional(v.picklist(refundStates)),
  returned_for: returnedFor,
  /** While it is open: an officer looks whose card has paid (SPEC-06). Older servers do not say. */
  checking: v.optional(v.boolean()),
  created_at: instant,
});
export type UnseenPurchase = v.InferOutput<typeof unseenPurchase>;

/**
 * Purchases that the customer has not seen end, newest first, and whether the payment form is the sandbox's
 * (D30).
 */
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
