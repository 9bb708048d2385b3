import { session } from './session.ts';
import { endedUser } from './session-expired.ts';

/**
 * Answers, whenever it is asked, whether the customer of now still is the customer then, be it one whose
 * session just ended: what comes late is told to nobody else (SESS-08).
 */
export function sameCustomer(): () => boolean {
  const of = session.user?.id;
  return () => of !== undefined && (session.user?.id ?? endedUser()) === of;
}
