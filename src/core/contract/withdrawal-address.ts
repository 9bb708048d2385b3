import * as v from 'valibot';
import { counterparty } from './counterparty.ts';
import { endpoint } from './endpoint.ts';
import { decimal, id, instant, success, text } from './schemas.ts';

/** What the customer has done with an address before (BEY-14). */
export const checkWithdrawalAddress = endpoint({
  path: '/exchange/check-withdrawal-address',
  access: 'user',
  effect: 'read',
  request: v.object({
    paymentRouteId: id,
    cryptoAddress: text(200),
    /** XRP destination tag: with a different one, the same address leads elsewhere. */
    tag: v.optional(text(20), ''),
    /** In whole units: from some worth on, the control of an own wallet is shown first (KEEP-07). */
    amount: v.optional(decimal),
  }),
  answer: v.object({
    ...success,
    data: v.object({
      /** An address book entry counts as new for a day, unless it has been sent to. */
      known: v.picklist(['new', 'used', 'saved']),
      /** Saved for long, but never sent to: that asks for the password like a new one (HARD-21). */
      neverSent: v.optional(v.boolean()),
      /** Of the address book. */
      label: v.optional(v.string()),
      /** The address is known, but with a different tag. */
      otherTag: v.optional(v.boolean()),
      /**
       * Not allowed by “address book only”: from when it is, or null if it is not saved at all. Absent
       * where it may be sent to.
       */
      bookOnly: v.optional(v.object({ from: v.nullable(instant) })),
      /** Whose it is, as the customer said (KEEP-07); absent: they were never asked. */
      recipient: v.optional(
        v.object({
          counterparty,
          saidAt: instant,
          /** What shows that the wallet is theirs: a message to sign, or null where only a deposit does. */
          control: v.optional(v.object({ message: v.nullable(v.string()) })),
        }),
      ),
      /** A known address that this one is not, but could be mistaken for. */
      lookalike: v.optional(v.object({ address: v.string(), label: v.string() })),
    }),
  }),
});
