import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { done, id, line, text } from '#core/contract/schemas.ts';
import { LONGEST_NAME } from '#core/people/counterparty.ts';

/**
 * Who owns an address, as the customer states it (KEEP-07). Missing or wrong fields are refused with a
 * reason.
 */
export const counterparty = v.object({
  owner: v.picklist(['customer', 'other']),
  name: line(LONGEST_NAME),
  country: text(2),
  /** Empty if the owner holds the keys, without a provider. */
  provider: line(LONGEST_NAME),
});

const destination = {
  paymentRouteId: id,
  cryptoAddress: text(200),
  tag: v.optional(text(20), ''),
};

/** States who owns a recipient's address; asked once per address. */
export const describeRecipient = endpoint({
  path: '/exchange/describe-recipient',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: v.object({ ...destination, counterparty }),
  answer: done,
});

/** Proves control of an own wallet, by signing the message that the server gave for it. */
export const proveRecipient = endpoint({
  path: '/exchange/prove-recipient',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: v.object({ ...destination, signature: text(300) }),
  answer: done,
});

/** States who sent a deposit, which is held until then. */
export const answerDeposit = endpoint({
  path: '/exchange/answer-deposit',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: v.object({ deposit_id: id, counterparty }),
  answer: done,
});
