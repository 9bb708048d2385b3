import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { decimal, id, instant, success, text } from '#core/contract/schemas.ts';
import { counterparty } from './counterparty.ts';

/** How the customer has used an address before (BEY-14). */
export const checkWithdrawalAddress = endpoint({
  path: '/exchange/check-withdrawal-address',
  access: 'user',
  effect: 'read',
  request: v.object({
    paymentRouteId: id,
    cryptoAddress: text(200),
    /** XRP destination tag: with another tag, the same address belongs to somebody else. */
    tag: v.optional(text(20), ''),
    /** In whole units: above some value, control of an own wallet must be proved first (KEEP-07). */
    amount: v.optional(decimal),
  }),
  answer: v.object({
    ...success,
    data: v.object({
      /** A saved address counts as new for a day, unless the customer has sent to it. */
      known: v.picklist(['new', 'used', 'saved']),
      /** Saved long ago but never sent to: the password is required as for a new one (HARD-21). */
      neverSent: v.optional(v.boolean()),
      /** Its label in the address book. */
      label: v.optional(v.string()),
      /** The address is known with another tag. */
      otherTag: v.optional(v.boolean()),
      /**
       * “Address book only” does not allow this address now: from when it does, or null if it is not saved.
       * Absent if it is allowed.
       */
      bookOnly: v.optional(v.object({ from: v.nullable(instant) })),
      /** Who owns it, as the customer stated (KEEP-07); absent if they were never asked. */
      recipient: v.optional(
        v.object({
          counterparty,
          saidAt: instant,
          /**
           * How to prove control of the wallet: by signing this message; null if only a deposit can prove it.
           */
          control: v.optional(v.object({ message: v.nullable(v.string()) })),
        }),
      ),
      /** A different known address that looks like this one. */
      lookalike: v.optional(v.object({ address: v.string(), label: v.string() })),
    }),
  }),
});
