import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { decimal, id, instant, success, text } from './schemas.ts';

/** What somebody is about to send: an amount and its recipient, as the withdrawal or the payout will name them. */
export const transfer = v.union([
  v.object({
    amount: decimal,
    cryptoAddress: text(200),
    paymentRouteId: id,
    /** XRP destination tag. */
    tag: v.optional(text(20)),
    noTag: v.optional(v.boolean()),
  }),
  /** Cash to a bank account of the address book. */
  v.object({ amount: decimal, address_id: id }),
]);
export type Transfer = v.InferOutput<typeof transfer>;

/**
 * Mails a code that confirms this transfer and no other, with its amount and its recipient in the mail
 * (KEEP-15). The code before it no longer counts.
 */
export const sendTransferCode = endpoint({
  path: '/exchange/send-transfer-code',
  access: 'user',
  effect: 'write',
  request: v.object({ transfer }),
  answer: v.object({
    ...success,
    data: v.object({
      until: instant,
      /** After so many seconds another one may be asked for. */
      again: v.number(),
    }),
  }),
});
