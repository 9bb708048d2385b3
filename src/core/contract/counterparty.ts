import * as v from 'valibot';
import { LONGEST_NAME } from '#core/domain/counterparty.ts';
import { endpoint } from './endpoint.ts';
import { done, id, line, text } from './schemas.ts';

/** Whose an address is, as its customer says (KEEP-07). What is missing or wrong is refused with its reason. */
export const counterparty = v.object({
  owner: v.picklist(['customer', 'other']),
  name: line(LONGEST_NAME),
  country: text(2),
  /** Empty: the owner keeps it alone. */
  provider: line(LONGEST_NAME),
});

const destination = {
  paymentRouteId: id,
  cryptoAddress: text(200),
  tag: v.optional(text(20), ''),
};

/** Says whose the address of a recipient is; once is enough. */
export const describeRecipient = endpoint({
  path: '/exchange/describe-recipient',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: v.object({ ...destination, counterparty }),
  answer: done,
});

/** Shows the control of an own wallet, by its signature of the message that was given for it. */
export const proveRecipient = endpoint({
  path: '/exchange/prove-recipient',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: v.object({ ...destination, signature: text(300) }),
  answer: done,
});

/** Says who sent a deposit that is held until then. */
export const answerDeposit = endpoint({
  path: '/exchange/answer-deposit',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: v.object({ deposit_id: id, counterparty }),
  answer: done,
});
