import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { insertTransaction } from '#core/contract/money/payment.ts';
import { formatUnits } from '#core/money/decimal.ts';
import type { Deps } from '#server/deps.ts';
import { storedAsset } from '#server/ledger/stored-asset.ts';
import { type AccountOperation, earlierAnswer, runOnce } from '#server/platform/operations.ts';
import { limit } from '#server/platform/rate-limit.ts';
import { notFound, unavailable } from '#server/refusal/refusals.ts';
import { isRefused, type Refused } from '#server/refusal/refused.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { hear, isSettled, type OpenPurchase } from './hear-purchase.ts';
import { findPurchase, type Outcome, recordPurchase, statusOf } from './purchases.ts';

/** How often per hour a customer's pages can have the provider asked. */
const ASKED_AN_HOUR = 120;
/** How often per hour they get an answer at all, because each answer is stored under its key. */
const ANSWERED_AN_HOUR = 600;
const HOUR = 3600;

type Answer = AnswerOf<typeof insertTransaction>;

/**
 * The provider's word on a purchase; undefined if it does not answer. For a customer who asks too often it is
 * `pending`: the server asks and records anyway.
 */
async function outcomeOf(
  deps: Deps,
  userId: string,
  purchase: OpenPurchase,
): Promise<Outcome | 'pending' | undefined> {
  const key = `purchase-asked:${userId}`;
  const often = await limit(deps, { key, attempts: ASKED_AN_HOUR, windowSeconds: HOUR });
  return often ? 'pending' : hear(deps, purchase);
}

/** A purchase's present state, as its buyer is told. */
async function answerOf(tx: Tx, userId: string, id: string): Promise<Answer | Refused> {
  const row = await findPurchase(tx, userId, id);
  if (!row) return notFound();
  const { status, ...refund } = statusOf(row);
  const { scale } = storedAsset(row.crypto_currency);
  return {
    status: 'success',
    data: {
      transaction_id: id,
      status: status === 'pending' ? 'unknown' : status,
      ...refund,
      ...(row.agreed_units !== null && {
        crypto_value: formatUnits(BigInt(row.crypto_units), scale),
      }),
    },
  };
}

/**
 * Records a card purchase according to the provider (BUY-06). Until the provider has decided, the answer is
 * `unknown` and nothing is recorded: the page may ask again with a new key.
 */
export async function recordByProvider(
  deps: Deps,
  operation: AccountOperation,
  id: string,
  deviceType: string,
): Promise<Answer | Refused> {
  const { userId } = operation;
  const before = await earlierAnswer<Answer>(deps.db, operation);
  if (before) return before;
  const key = `purchase-answered:${userId}`;
  const limited = await limit(deps, { key, attempts: ANSWERED_AN_HOUR, windowSeconds: HOUR });
  if (limited) return limited;
  const purchase = await findPurchase(deps.db, userId, id);
  if (!purchase) return notFound();
  // A purchase reported as unpaid may have been paid after all; if nobody knows, the last known state counts.
  const open = purchase.status === 'pending' || purchase.status === 'unknown';
  const heard = isSettled(purchase) ? 'pending' : await outcomeOf(deps, userId, purchase);
  if (heard === undefined && open) return unavailable();
  return runOnce(deps, operation, async (tx) => {
    if (heard !== undefined && heard !== 'pending') {
      const recorded = await recordPurchase(deps, tx, { id, userId, deviceType }, heard);
      if (recorded === undefined) return unavailable();
      if (isRefused(recorded)) return recorded;
    }
    return answerOf(tx, userId, id);
  });
}
