import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { id, success } from './schemas.ts';

/**
 * What the bank of an account says of the name it is to be in: `close` is nearly that name, `none` another
 * one, and `unknown` no answer (KEEP-17).
 */
export const payeeAnswers = ['match', 'close', 'none', 'unknown'] as const;
export type PayeeAnswer = (typeof payeeAnswers)[number];

export const payee = v.object({
  answer: v.picklist(payeeAnswers),
  /** The name that the bank has, where it told it; else empty. */
  name: v.string(),
});
export type Payee = v.InferOutput<typeof payee>;

/** Asks the bank of an account of the address book whose it is; it takes seconds where the bank is slow. */
export const checkPayee = endpoint({
  path: '/exchange/check-payee',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: v.object({ address_id: id }),
  answer: v.object({ ...success, data: payee }),
});
