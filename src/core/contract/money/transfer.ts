import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { decimal, id, instant, success, text } from '#core/contract/schemas.ts';

/** A transfer to be confirmed: its amount and recipient, as in the withdrawal or payout that follows. */
export const transfer = v.union([
  v.object({
    amount: decimal,
    cryptoAddress: text(200),
    paymentRouteId: id,
    /** XRP destination tag. */
    tag: v.optional(text(20)),
    noTag: v.optional(v.boolean()),
  }),
  /** Cash to a saved bank account. */
  v.object({ amount: decimal, address_id: id }),
]);
export type Transfer = v.InferOutput<typeof transfer>;

/**
 * Mails a code that confirms this transfer only; the mail names amount and recipient (KEEP-15). An earlier
 * code becomes invalid.
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
      /** Seconds until another code can be requested. */
      again: v.number(),
    }),
  }),
});
