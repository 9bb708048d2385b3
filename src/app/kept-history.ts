import { getTransactionHistory } from '#core/contract/history.ts';
import { call } from '#transport/call.ts';
import { roleOf, session, whenCustomerChanges } from '#transport/session.ts';

const EVERY_MS = 10 * 60_000;

let owner: string | undefined;
/** When it was kept last, by `performance.now()`. */
let keptAt = Number.NEGATIVE_INFINITY;

// What was kept went with the session.
whenCustomerChanges(() => {
  owner = undefined;
});

/**
 * Has the device keep the newest of the history now and then, so that offline it is there for whoever
 * never opened it, and as new as the balances (PWA-04).
 */
export async function keepHistory(): Promise<void> {
  const mine = session.user?.id;
  const isDue = mine !== owner || performance.now() - keptAt >= EVERY_MS;
  if (mine === undefined || roleOf(session) !== 'user' || !isDue) return;
  owner = mine;
  keptAt = performance.now();
  const outcome = await call(getTransactionHistory, {}, { snapshot: { name: 'history', owner } });
  // Due again with the next look.
  if (!outcome.ok) owner = undefined;
}
