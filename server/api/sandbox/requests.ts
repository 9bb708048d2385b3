import * as v from 'valibot';
import { kycStatuses } from '#core/contract/account/identity.ts';
import { currencyId, decimal, email, sentInstant, text, whole } from '#core/contract/schemas.ts';
import { sandboxPlans } from '#server/adapters/custody/sandbox-chain.ts';

/** The request bodies of the sandbox's routes (D5). */
const count = whole(0, 1000);
export const depositRequest = v.object({
  email,
  currency: currencyId,
  amount: decimal,
  /** The confirmations shown by the network; by default enough. */
  confirmations: v.optional(count),
  /** The network's name; by default the currency's first network. */
  network: v.optional(text(40)),
});
export const blocksRequest = v.object({ email, blocks: count });
export const kycRequest = v.object({
  email,
  status: v.picklist(kycStatuses),
  /** The reviewer's comment. */
  comment: v.optional(text(500)),
  /** Whose document it is; by default the customer's. */
  person: v.optional(
    v.object({
      ...{ first: text(100), last: text(100) },
      ...{ born: v.optional(text(10), ''), country: v.optional(text(2), '') },
    }),
  ),
  /** The day on which the update of the customer's data is due. */
  due: v.optional(sentInstant),
});
export const taxRequest = v.object({
  email,
  /** The day from which the account of a customer who has not answered is limited. */
  limited: v.optional(sentInstant),
});
export const withdrawalRequest = v.object({
  email,
  plan: v.picklist(sandboxPlans),
  /** `bank`: the newest payout of cash. */
  way: v.optional(v.picklist(['network', 'bank']), 'network'),
});
export const merchantRequest = v.object({
  /** The merchant's first name, unique among the merchants. */
  name: text(40),
  transactions: whole(0, 10_000),
});
export const marketRequest = v.object({
  currency: currencyId,
  /** USD per unit; null unpins the price. */
  price: v.nullable(decimal),
  /** True: the price arrives like a real market's and is compared with earlier ones. */
  sudden: v.optional(v.boolean(), false),
});
