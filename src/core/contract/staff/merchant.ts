import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { empty, FURTHEST, success, text, whole } from '#core/contract/schemas.ts';

export const merchant = v.object({
  merchant_id: v.string(),
  first_name: v.string(),
  last_name: v.string(),
});
export type Merchant = v.InferOutput<typeof merchant>;

export const getMerchantList = endpoint({
  path: '/exchange/get-merchant-list',
  access: 'admin',
  effect: 'read',
  givesWay: 'histories',
  request: empty,
  answer: v.object({ ...success, data: v.array(merchant) }),
});

/** One transaction as the payment gateway lists it. Parsed loosely, because the format is not ours. */
export const merchantTransaction = v.object({
  _id: v.string(),
  transaction_id: v.optional(v.nullable(v.string())),
  /** 1 deposit, 2 withdraw, 3 buy. */
  request_type: v.number(),
  status: v.boolean(),
  code: v.string(),
  /** In `currency`; empty if the gateway gives none. */
  amount: v.string(),
  currency: v.optional(v.nullable(v.string())),
  /** The amount in USDT. */
  currency_amount: v.optional(v.nullable(v.string())),
  currency_value: v.optional(v.nullable(v.string())),
  user_name: v.optional(v.nullable(v.string())),
  source: v.optional(v.nullable(v.string())),
  orderreference: v.optional(v.nullable(v.string())),
  createdAt: v.string(),
});
export type MerchantTransaction = v.InferOutput<typeof merchantTransaction>;

export const getMerchantTransactions = endpoint({
  path: '/client/payment/merchant/get-transaction-listing',
  access: 'admin',
  effect: 'read',
  givesWay: 'histories',
  request: v.object({
    page: v.optional(whole(1, FURTHEST), 1),
    limit: v.optional(whole(1, 500), 100),
    search_key: v.optional(text(200), ''),
    order: v.optional(text(20), ''),
    sourceSearch: v.optional(text(200), ''),
    statusSearch: v.optional(text(50), ''),
    /** The merchant's id; empty for all of them. */
    user_id: v.optional(text(64), ''),
  }),
  answer: v.object({
    ...success,
    /** `total`: the number of transactions on all pages, if the gateway gives it. */
    data: v.object({ details: v.array(merchantTransaction), total: v.nullable(v.number()) }),
  }),
});
