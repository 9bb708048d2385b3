import { session } from './session.ts';
import { endedUser } from './session-expired.ts';

/**
 * Returns a function that says, whenever it is asked, whether the customer is still the same as now,
 * including one whose session has just ended: late answers are told to nobody else (SESS-08).
 */
export function sameCustomer(): () => boolean {
  const of = session.user?.id;
  return () => of !== undefined && (session.user?.id ?? endedUser()) === of;
}
