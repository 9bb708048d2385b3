import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { insertTransaction } from '#core/contract/payment.ts';
import type { PurchaseStatus } from '#server/adapters/payment/payment.ts';
import type { Deps } from '#server/deps.ts';
import { earlierAnswer, type Intent, once } from '#server/platform/once.ts';
import { limit } from '#server/platform/rate-limit.ts';
import { notFound, unavailable } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';
import { findPurchase, recordPurchase } from './purchases.ts';

/** How often an hour a customer's pages can have the provider asked. */
const ASKED_AN_HOUR = 120;
/** How often they are answered: each answer is kept under its key. */
const ANSWERED_AN_HOUR = 600;
const HOUR = 3600;

type Answer = AnswerOf<typeof insertTransaction>;

/**
 * What the provider says of a purchase; undefined if it does not answer. To a customer who asks too
 * often it is `pending`: the server asks about it anyway, and then records it.
 */
async function outcomeOf(
  deps: Deps,
  userId: string,
  token: string,
): Promise<PurchaseStatus | 'pending' | undefined> {
  const key = `purchase-asked:${userId}`;
  const often = await limit(deps, { key, attempts: ASKED_AN_HOUR, windowSeconds: HOUR });
  return often ? 'pending' : deps.parties.payment.outcome(token);
}

/**
 * Records a card purchase according to the provider (BUY-06). Until the provider has decided, the answer
 * is `unknown` and nothing is recorded: it may be asked again under a new key.
 */
export async function recordByProvider(
  deps: Deps,
  intent: Intent,
  id: string,
  deviceType: string,
): Promise<Answer | Refused> {
  const { userId } = intent;
  const before = await earlierAnswer<Answer>(deps.db, intent);
  if (before) return before;
  const key = `purchase-answered:${userId}`;
  const limited = await limit(deps, { key, attempts: ANSWERED_AN_HOUR, windowSeconds: HOUR });
  if (limited) return limited;
  const purchase = await findPurchase(deps.db, userId, id);
  if (!purchase) return notFound();
  // One reported unpaid may have been paid after all; if nobody knows, what was last heard stands.
  const { status: known } = purchase;
  const heard = known === 'success' ? known : await outcomeOf(deps, userId, purchase.token);
  const open = known === 'pending' || known === 'unknown';
  const outcome = open || (heard !== undefined && heard !== 'pending') ? heard : known;
  if (outcome === undefined) return unavailable();
  return once(deps, intent, async (tx) => {
    const status =
      outcome === 'pending'
        ? 'unknown'
        : await recordPurchase(deps, tx, { id, userId, deviceType }, outcome);
    return { status: 'success' as const, data: { transaction_id: id, status } };
  });
}
