import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { insertTransaction } from '#core/contract/payment.ts';
import type { PurchaseStatus } from '#server/adapters/payment/payment.ts';
import type { Deps } from '#server/deps.ts';
import { earlierAnswer, type Intent, once } from '#server/platform/once.ts';
import { limit } from '#server/platform/rate-limit.ts';
import { notFound, unavailable } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';
import { findPurchase, recordPurchase } from './purchases.ts';

/** So often an hour a customer's pages make the provider be asked. */
const ASKED_AN_HOUR = 120;
/** So often they are answered, for each answer is kept under its key. */
const ANSWERED_AN_HOUR = 600;
const HOUR = 3600;

type Answer = AnswerOf<typeof insertTransaction>;

/**
 * What the provider says of a purchase; undefined where it does not answer. To whom asks too
 * often it is `pending`: from here it is asked about anyway, and recorded then.
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
 * Records a purchase by what the provider says of it (BUY-06). While the provider has not decided the
 * answer is `unknown` and nothing is recorded: it may be asked again under a new key.
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
  // One that was not paid for may have been after all; where that is not known, what was heard stands.
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
