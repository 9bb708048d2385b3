import { signal } from '@preact/signals-react';
import { session, signOut, whenCustomerChanges } from './session.ts';

/**
 * True once the server ended the session, until the customer has seen it or signed in again
 * (SESS-07).
 */
export const sessionExpired = signal(false);

/** Whether the page itself ends the session and shows a text of its own, as after a deletion (SEC-05). */
let isOwnEnd = false;

/** Suppresses the dialog about the end of this session, until another customer signs in. */
export function endsItself(ends: boolean): void {
  isOwnEnd = ends;
}

// After a sign-in, even in another tab, the dialog is not needed any more.
whenCustomerChanges(() => {
  isOwnEnd = false;
  if (session.user) sessionExpired.value = false;
});

/** The customer has read that their session ended. */
export function expiryRead(): void {
  sessionExpired.value = false;
}

let ended: string | undefined;

/** Whose session the server just ended; they may sign in again and continue (BEY-11). */
export const endedUser = (): string | undefined => (sessionExpired.peek() ? ended : undefined);

/** The server ended the session: forget it here and say so. */
export async function endSession(): Promise<void> {
  if (isOwnEnd) return;
  ended = session.user?.id;
  sessionExpired.value = true;
  await signOut();
}
