import { inOrder } from '#core/in-order.ts';
import { session } from './session.ts';
import { endedUser } from './session-expired.ts';

/**
 * Returns a function that tells whether the customer is still the same as now; someone whose
 * session has just ended still is. For work that outlives its page: nobody else may see its result
 * (SESS-08).
 */
export const sameCustomer = (): (() => boolean) =>
  inOrder(() => session.user?.id ?? endedUser()).ask();
