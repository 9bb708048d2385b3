import { signal } from '@preact/signals-react';
import { session, signOut } from './session.ts';

/** True once the server ended the session, until the customer has seen it (SESS-07). */
export const sessionExpired = signal(false);

let ended: string | undefined;

/** Whose session the server just ended; they may sign in again and go on (BEY-11). */
export const endedUser = (): string | undefined => (sessionExpired.peek() ? ended : undefined);

/** The server ended the session: forget it here and say so. */
export async function endSession(): Promise<void> {
  ended = session.user?.id;
  sessionExpired.value = true;
  await signOut();
}
