import { signal } from '@preact/signals-react';
import { signOut } from './session.ts';

/** True once the server ended the session, until the customer has seen it (SESS-07). */
export const sessionExpired = signal(false);

/** The server ended the session: forget it here and say so. */
export async function endSession(): Promise<void> {
  sessionExpired.value = true;
  await signOut();
}
