import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { WITHDRAWAL_PATH } from './money-paths.ts';
import { currencyId, decimal, FURTHEST, id, password, success, text, whole } from './schemas.ts';
import { withdrawalHold } from './security.ts';

/** A way in or out for a currency. Only 'on' is active (001 §3). */
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
    /** Null: nothing keeps this customer from withdrawing (BEY-14). */
    withdrawalHold: v.nullable(withdrawalHold),
    /** For any 24 hours, and what is left of it now (BEY-09). */
    withdrawalLimit: v.object({ usd: decimal, usd_left: decimal }),
    /** Whether a withdrawal needs a code. Absent from what a device stored before this field existed. */
    twoFactor: v.optional(v.boolean()),
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

export const createWithdrawal = endpoint({
  path: WITHDRAWAL_PATH,
  access: 'user',
  effect: 'money',
  request: v.object({
    amount: decimal,
    cryptoAddress: text(200),
    paymentRouteId: id,
    /** XRP destination tag. */
    tag: v.optional(text(20)),
    /** The recipient needs no tag, as the customer has confirmed: without this, none is refused. */
    noTag: v.optional(v.boolean()),
    /** The fee the customer was shown: if it has changed since, nothing is sent (BEY-03). */
    fee: v.optional(decimal),
    /** The code of the 2FA dialog, where 2FA is on. */
    otp: v.optional(text(16)),
    /** To a recipient never sent to before, where 2FA is off (HARD-21). */
    password: v.optional(password),
    /** The address looks like one the customer knows; they were warned, and mean it (BEY-14). */
    addressCompared: v.optional(v.boolean()),
  }),
  answer: v.object({
    ...success,
    data: v.object({
      withdrawal_id: v.string(),
      amount: decimal,
      fee: decimal,
      total: decimal,
      currency_id: v.string(),
    }),
  }),
});
