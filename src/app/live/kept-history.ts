import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { call } from '#transport/calls/call.ts';
import { perScope, scope } from '#transport/session/scope.ts';
import { roleOf, session } from '#transport/session/session.ts';

const EVERY_MS = 10 * 60_000;

/** When the history was last kept, by `performance.now()`. */
const kept = perScope(() => ({ at: Number.NEGATIVE_INFINITY }));

/**
 * Keeps the newest part of the history on the device every ten minutes, so that offline it is there
 * even for a customer who never opened it, and hardly older than the balances (PWA-04).
 */
export async function keepHistory(): Promise<void> {
  const { userId: owner } = scope();
  const last = kept();
  const isDue = performance.now() - last.at >= EVERY_MS;
  if (owner === undefined || roleOf(session) !== 'user' || !isDue) return;
  last.at = performance.now();
  const outcome = await call(getTransactionHistory, {}, { snapshot: { name: 'history', owner } });
  // After a failure, it is due again at the next check.
  if (!outcome.ok) last.at = Number.NEGATIVE_INFINITY;
}
