import * as v from 'valibot';
import { withdrawalHold } from '#core/contract/account/security.ts';
import { endpoint } from '#core/contract/endpoint.ts';
import {
  currencyId,
  decimal,
  empty,
  FURTHEST,
  id,
  instant,
  success,
  whole,
} from '#core/contract/schemas.ts';

/** A way in or out for a currency. Only a route that is 'on' is active. */
export const paymentRoute = v.object({
  payment_route_id: v.string(),
  currency_id: v.string(),
  crypto_network_name: v.string(),
  is_active: v.string(),
  min_deposit: decimal,
  min_withdrawal: decimal,
  withdrawal_fee: decimal,
  confirmations: v.number(),
  /** The network needs a destination tag beside the address. */
  needs_tag: v.boolean(),
  /** Nobody holds a key to its addresses: real money sent there is lost. */
  sandbox: v.optional(v.boolean()),
});
export type PaymentRoute = v.InferOutput<typeof paymentRoute>;

export const getPaymentRoutes = endpoint({
  path: '/exchange/get-payment-route-id',
  access: 'user',
  effect: 'read',
  request: v.object({
    limit: v.optional(whole(1, 100), 100),
    offset: v.optional(whole(0, FURTHEST), 0),
  }),
  answer: v.object({
    ...success,
    data: v.array(paymentRoute),
    /** Null if withdrawals are not held (BEY-14). */
    withdrawalHold: v.nullable(withdrawalHold),
    /** The limit for any 24 hours, and what is left of it now (BEY-09). */
    withdrawalLimit: v.object({ usd: decimal, usd_left: decimal }),
    /** Whether a withdrawal needs a code. Absent from what a device stored before this field existed. */
    twoFactor: v.optional(v.boolean()),
    /**
     * The page should suggest 2FA before the first withdrawal (KEEP-11). Absent from stored answers, as
     * above.
     */
    askSecondFactor: v.optional(v.boolean()),
    /**
     * Assets that this customer can send only with a code or a passkey bound to the transfer (KEEP-15).
     * Absent from stored answers, as above.
     */
    confirmed: v.optional(v.array(v.string())),
  }),
});

export const generateAddress = endpoint({
  path: '/exchange/generate-address',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: v.object({ currencyId, paymentRouteId: id }),
  answer: v.object({
    ...success,
    data: v.object({
      address: v.string(),
      tag: v.optional(v.string()),
      /** Nobody holds a key to it: real money sent there is lost. */
      sandbox: v.optional(v.boolean()),
    }),
  }),
});

/** An address the customer was given on a payment route; it stays theirs. */
const depositAddress = v.object({
  payment_route_id: v.string(),
  address: v.string(),
  tag: v.optional(v.string()),
  /** Nobody holds a key to it: real money sent there is lost. */
  sandbox: v.optional(v.boolean()),
});

/** A deposit on its way in, or one that has just arrived (BEY-18). */
export const incomingDeposit = v.object({
  deposit_id: v.string(),
  currency_id: v.string(),
  network: v.string(),
  amount: decimal,
  confirmations: v.number(),
  confirmations_needed: v.number(),
  /** `pending`: seen on chain and not yet usable. */
  state: v.picklist(['pending', 'credited']),
  /** It is confirmed but delayed, for a reason that the customer is not told. */
  delayed: v.optional(v.boolean()),
  /** It is held until the customer states who sent it (KEEP-07). */
  asks: v.optional(v.boolean()),
  seen_at: instant,
});
export type IncomingDeposit = v.InferOutput<typeof incomingDeposit>;

/** What the receive page shows: the customer's addresses and the incoming deposits, newest first. */
export const listReceiving = endpoint({
  path: '/exchange/list-receiving',
  access: 'user',
  effect: 'read',
  givesWay: 'histories',
  request: empty,
  answer: v.object({
    ...success,
    data: v.object({
      addresses: v.array(depositAddress),
      incoming: v.array(incomingDeposit),
    }),
    as_of: instant,
  }),
});
