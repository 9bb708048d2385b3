import { getContact, slowWaysOut } from '#core/contract/account/security.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { scopedStore } from '#transport/session/scope.ts';

/** An answer is shown for this long at most; the page asks four times as often. */
export const CURRENT_MS = 60_000;

interface Contact {
  /**
   * The server's last answer; undefined if unknown, which must never be shown as “nobody is speaking with
   * you” (KEEP-17).
   */
  data: AnswerOf<typeof getContact>['data'] | undefined;
  /** When the answer was requested, by `performance.now()`. */
  askedAt: number;
  /** The text of the last failure. */
  failure: string | undefined;
}

export const contact = scopedStore<Contact>(() => ({
  data: undefined,
  askedAt: 0,
  failure: undefined,
}));

const questions = inOrder();

/** Asks who is speaking with the customer. An answer that is too old, or cannot be renewed, is removed. */
export async function loadContact(): Promise<void> {
  const askedAt = performance.now();
  if (askedAt - contact.askedAt > CURRENT_MS) contact.data = undefined;
  const counts = questions.ask();
  const outcome = await call(getContact, {});
  if (!counts(outcome.ok)) return;
  if (outcome.ok) {
    Object.assign(contact, { data: outcome.value.data, askedAt, failure: undefined });
    return;
  }
  const failure = failureText(outcome.failure, 'We could not ask.');
  Object.assign(contact, { data: undefined, failure });
}

/** Holds withdrawals and cash out for 24 hours; resolves with an error text, or with undefined. */
export async function slowNow(): Promise<string | undefined> {
  const outcome = await call(slowWaysOut, {});
  questions.changed();
  await loadContact();
  if (outcome.ok) return undefined;
  const doubt = 'It may be slowed already: look above.';
  return failureText(outcome.failure, 'Nothing was slowed. Please try again.', doubt);
}
