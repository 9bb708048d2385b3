import { getContact, slowWaysOut } from '#core/contract/account/security.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { reading } from '#transport/calls/reading.ts';

/** An answer is shown for this long at most; the page asks four times as often. */
export const CURRENT_MS = 60_000;

/** Who is speaking with the customer; undefined if unknown, which must never be shown as “nobody” (KEEP-17). */
export const contact = reading(
  getContact,
  {},
  { pick: ({ data }) => data, failed: 'We could not ask.' },
);

/** Asks who is speaking with the customer. An answer that is too old, or cannot be renewed, is removed. */
export async function loadContact(): Promise<void> {
  const { known } = contact;
  if (known.asOf && serverNow() - known.asOf.getTime() > CURRENT_MS) known.data = undefined;
  await contact.load();
  if (known.failure !== undefined) known.data = undefined;
}

/** Holds withdrawals and cash out for 24 hours; resolves with an error text, or with undefined. */
export async function slowNow(): Promise<string | undefined> {
  const outcome = await call(slowWaysOut, {});
  contact.outdate();
  await loadContact();
  if (outcome.ok) return undefined;
  const doubt = 'It may be slowed already: look above.';
  return failureText(outcome.failure, 'Nothing was slowed. Please try again.', doubt);
}
