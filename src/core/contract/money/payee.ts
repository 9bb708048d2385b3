import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { id, success } from '#core/contract/schemas.ts';

/**
 * A bank's answer to whether an account is in a name: `close`: in a similar name; `none`: in another name;
 * `unknown`: the bank did not answer (KEEP-17).
 */
export const payeeAnswers = ['match', 'close', 'none', 'unknown'] as const;
export type PayeeAnswer = (typeof payeeAnswers)[number];

export const payee = v.object({
  answer: v.picklist(payeeAnswers),
  /** The name that the bank has, if it told it; otherwise empty. */
  name: v.string(),
  /** With `none`: an officer has seen that it is the customer's, so cash may go there (HARD-55). */
  allowed: v.optional(v.boolean()),
});
export type Payee = v.InferOutput<typeof payee>;

/** Asks the bank in whose name a saved bank account is. A slow bank takes seconds. */
export const checkPayee = endpoint({
  path: '/exchange/check-payee',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: v.object({ address_id: id }),
  answer: v.object({ ...success, data: payee }),
});
