import { proxy } from 'valtio/vanilla';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import { getContact, slowWaysOut } from '#core/contract/security.ts';
import { inOrder } from '#core/in-order.ts';
import { call } from '#transport/call.ts';
import { failureText, withDoubt } from '#transport/failure-text.ts';
import { session, whenCustomerChanges } from '#transport/session.ts';

/** An answer says nothing about now for longer: the page asks every quarter of this. */
export const CURRENT_MS = 60_000;

interface Contact {
  /** As the server last said it; undefined: it is not known, which is never shown as “no” (KEEP-17). */
  data: AnswerOf<typeof getContact>['data'] | undefined;
  /** When that was asked for, by `performance.now()`. */
  askedAt: number;
  /** Why the last question came to nothing. */
  failure: string | undefined;
}

const unknown: Contact = { data: undefined, askedAt: 0, failure: undefined };

export const contact = proxy<Contact>({ ...unknown });

const questions = inOrder(() => session.user?.id);

/** What was known is forgotten where it is too old, or where it cannot be asked for. */
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

/** Slows every way out; says why that came to nothing. */
export async function slowNow(): Promise<string | undefined> {
  const outcome = await call(slowWaysOut, {});
  questions.changed();
  await loadContact();
  if (outcome.ok) return undefined;
  const text = failureText(outcome.failure, 'Nothing was slowed. Please try again.');
  return withDoubt(outcome.failure, text, 'It may be slowed already: look above.');
}

whenCustomerChanges(() => Object.assign(contact, unknown));
