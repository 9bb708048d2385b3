import { getTransactionHistory } from '#core/contract/history.ts';
import { call } from '#transport/call.ts';
import { roleOf, session, whenCustomerChanges } from '#transport/session.ts';

const EVERY_MS = 10 * 60_000;

let owner: string | undefined;
/** When the history was last kept, by `performance.now()`. */
let keptAt = Number.NEGATIVE_INFINITY;

// The kept history was deleted along with the session.
whenCustomerChanges(() => {
  owner = undefined;
});

/**
 * Keeps the newest part of the history on the device every ten minutes, so that offline it is there
 * even for a customer who never opened it, and hardly older than the balances (PWA-04).
 */
export async function keepHistory(): Promise<void> {
  const mine = session.user?.id;
  const isDue = mine !== owner || performance.now() - keptAt >= EVERY_MS;
  if (mine === undefined || roleOf(session) !== 'user' || !isDue) return;
  owner = mine;
  keptAt = performance.now();
  const outcome = await call(getTransactionHistory, {}, { snapshot: { name: 'history', owner } });
  // After a failure, it is due again at the next check.
  if (!outcome.ok) owner = undefined;
}
