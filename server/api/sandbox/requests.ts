import * as v from 'valibot';
import { kycStatuses } from '#core/contract/identity.ts';
import { currencyId, decimal, email, sentInstant, text, whole } from '#core/contract/schemas.ts';
import { sandboxPlans } from '#server/adapters/custody/sandbox-chain.ts';

/** What a person or a test may ask of the sandbox (D5). */
const count = whole(0, 1000);
export const depositRequest = v.object({
  email,
  currency: currencyId,
  amount: decimal,
  /** How many confirmations the network shows; without it the deposit has all it needs. */
  confirmations: v.optional(count),
  /** The network's name; without it the currency's first. */
  network: v.optional(text(40)),
});
export const blocksRequest = v.object({ email, blocks: count });
export const kycRequest = v.object({
  email,
  status: v.picklist(kycStatuses),
  /** What the reviewer asks for. */
  comment: v.optional(text(500)),
  /** When the customer's data is due for an update. */
  due: v.optional(sentInstant),
});
export const taxRequest = v.object({
  email,
  /** From when on the account is limited: of a customer who is asked and has not answered. */
  limited: v.optional(sentInstant),
});
export const withdrawalRequest = v.object({
  email,
  plan: v.picklist(sandboxPlans),
  /** `bank`: the newest payout of cash. */
  way: v.optional(v.picklist(['network', 'bank']), 'network'),
});
export const merchantRequest = v.object({
  /** Its first name; no other merchant has it. */
  name: text(40),
  transactions: whole(0, 10_000),
});
export const marketRequest = v.object({
  currency: currencyId,
  /** USD per unit; null frees a pinned price. */
  price: v.nullable(decimal),
  /** True: it comes like a real market's, and is held against the prices before it. */
  sudden: v.optional(v.boolean(), false),
});
