import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { decimal, empty, instant, success } from './schemas.ts';

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
  seen_at: instant,
});
export type IncomingDeposit = v.InferOutput<typeof incomingDeposit>;

/** What a customer needs to receive: the addresses they have, and what is coming in, newest first. */
export const listReceiving = endpoint({
  path: '/exchange/list-receiving',
  access: 'user',
  effect: 'read',
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
