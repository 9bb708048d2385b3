import { type Selectable, sql } from 'kysely';
import type { Refunding } from '#server/adapters/payment/payment.ts';
import type { Deps } from '#server/deps.ts';
import { afterPartOf, doEach, takeDue } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { mayGiveBack } from '#server/services/operation/copies/compared.ts';
import type { Purchases } from '#server/store/schema/parties-schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { hearDisputes, takenOf } from './charge-backs.ts';
import { hear, isSettled, type OpenPurchase } from './hear-purchase.ts';
import { recordPurchase, recordRefund } from './purchases.ts';

const BATCH = 20;
/** The shortest pause before the next question about an open purchase; later ones grow. */
const LEAST_SECONDS = 15;
/**
 * The same for a purchase that the provider calls unpaid, and for how long after its beginning: a bank may
 * let a payment through just as its page expires, without a notice.
 */
const LEAST_SECONDS_UNPAID = 600;
const UNPAID_ASKED_SECONDS = 24 * 3600;

type Settled = Selectable<Purchases>['status'];

/** Longer than the questions of one order take together. */
const ORDER_SECONDS = 60;

/** Whether this process orders the refund now: no other one does, and none was ordered since the row was read. */
async function mayOrder({ db, clock }: Deps, { id, refund_id }: OpenPurchase): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purchases')
    .set({ refund_until: clock.sqlIn(ORDER_SECONDS) })
    .where('id', '=', id)
    .where('status', '=', 'refunding')
    .where('refund_refused_at', 'is', null)
    .where('refund_id', '=', refund_id)
    .where((row) => row.or([row('refund_until', 'is', null), row('refund_until', '<=', clock.sql)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** What came of an order, of which an open one is followed by its own id from then on (READ-18). */
const noteOrder = ({ db }: Deps, { id, refund_id }: OpenPurchase, answer: Refunding | undefined) =>
  db
    .updateTable('purchases')
    .set({ refund_until: null, refund_id: typeof answer === 'object' ? answer.open : refund_id })
    .where('id', '=', id)
    .where('refund_id', '=', refund_id)
    .execute();

/**
 * Orders the refund of a payment, or asks about the one that was ordered. One that the provider has refused is a case
 * (HARD-88): it is not ordered again before an officer says so, but one that is made at the provider by hand is seen.
 */
async function orderRefund(
  deps: Deps,
  purchase: OpenPurchase,
): Promise<'refunded' | 'refused' | undefined> {
  const { payment } = deps.parties;
  const { token, refund_refused_at, refund_id } = purchase;
  if (refund_refused_at) return (await payment.outcome(token))?.refunded ? 'refunded' : undefined;
  if (!(await mayOrder(deps, purchase))) return undefined;
  const answer = await payment.refund(token, refund_id);
  await noteOrder(deps, purchase, answer);
  return typeof answer === 'object' ? undefined : answer;
}

/** Refunds a payment for which nothing was bought (HARD-14). */
async function refund(deps: Deps, purchase: OpenPurchase): Promise<Settled> {
  if (!mayGiveBack(deps.parties)) return 'refunding';
  const { id } = purchase;
  // The card has its money already, and would have it twice.
  const taken = await takenOf(deps.db, id);
  if (taken === 'all') {
    await inTransaction(deps.db, (tx) => recordRefund(tx, deps.clock, id));
    return 'refunded';
  }
  if (taken === 'part') {
    deps.log.error('payment not given back yet', { purchase: id, because: 'part was taken back' });
    return 'refunding';
  }
  const answer = await orderRefund(deps, purchase);
  if (answer === 'refused') {
    deps.log.error('payment is not given back by its provider', { purchase: id });
    await deps.db
      .updateTable('purchases')
      .set({ refund_refused_at: deps.clock.sql })
      .where('id', '=', id)
      .where('status', '=', 'refunding')
      .execute();
    return 'refunding';
  }
  if (answer === undefined) {
    deps.log.error('payment not given back yet', { purchase: id });
    return 'refunding';
  }
  await inTransaction(deps.db, (tx) => recordRefund(tx, deps.clock, id));
  return 'refunded';
}

/**
 * Asks the provider about a purchase and records the answer, whoever asked first (BEY-17). Undefined if the
 * provider does not answer. Never inside a transaction, because the provider may be slow.
 */
export async function settle(deps: Deps, purchase: OpenPurchase): Promise<Settled | undefined> {
  if (purchase.status === 'refunding') return refund(deps, purchase);
  let outcome = await hear(deps, purchase);
  if (outcome === 'pending' && purchase.superseded) {
    await deps.parties.payment.close(purchase.token);
    outcome = await hear(deps, purchase);
  }
  if (outcome === undefined || outcome === 'pending') return outcome;
  const { id, user_id: userId } = purchase;
  const settled = await inTransaction(deps.db, (tx) =>
    recordPurchase(deps, tx, { id, userId }, outcome),
  );
  if (isRefused(settled)) return undefined;
  return settled === 'refunding' ? refund(deps, purchase) : settled;
}

/**
 * The same by a purchase's id, with whatever became of its payment since (HARD-93); `none` if there is no such purchase, as when a notice names one whose row was
 * lost by a restore (OPS-01).
 */
export async function settlePurchase(
  deps: Deps,
  id: string,
): Promise<Settled | 'none' | undefined> {
  const purchase = await deps.db
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!purchase) return 'none';
  // First, so that what the card's bank has taken back already buys nothing.
  const heard = await hearDisputes(deps, id);
  const settled = isSettled(purchase) ? purchase.status : await settle(deps, purchase);
  return heard === 'followed' ? settled : undefined;
}

const isOpen = sql<boolean>`status in ('pending', 'unknown', 'refunding')`;

/** Takes purchases to ask about, open ones first; each is due again after a quarter of its age. */
const take = ({ db, clock }: Deps): Promise<readonly OpenPurchase[]> =>
  takeDue(db, {
    table: 'purchases',
    // As each of the three indexes has it: together none of them would do.
    when: sql`next_check_at <= ${clock.sql} and (status in ('pending', 'unknown')
      or status = 'refunding' or status in ('failed', 'declined', 'cancelled')
        and created_at > ${clock.sqlIn(-UNPAID_ASKED_SECONDS)})`,
    order: sql`${isOpen} desc, next_check_at`,
    most: BATCH,
    set: sql`next_check_at = ${afterPartOf(clock, 'created_at', {
      part: 4,
      leastSeconds: sql`case when ${isOpen} then ${LEAST_SECONDS}::integer
        else ${LEAST_SECONDS_UNPAID}::integer end`,
    })}`,
  });

/** Returns a purchase that was taken and not asked about, so that an old one does not wait for long. */
const giveBack = ({ db, clock }: Deps, { id }: OpenPurchase) =>
  db
    .updateTable('purchases')
    .set({ next_check_at: clock.sql })
    .where('id', '=', id)
    .where('status', '<>', 'success')
    .execute();

/** Asks about purchases whose page never came back, until `stopping`. */
export async function reconcilePurchases(deps: Deps, stopping?: AbortSignal): Promise<void> {
  let due: readonly OpenPurchase[];
  do {
    due = await take(deps);
    await doEach(deps, due, 'purchase not settled', (purchase) => settle(deps, purchase), {
      stopping,
      giveBack: (purchase) => giveBack(deps, purchase),
      facts: ({ id }) => ({ purchase: id }),
    });
  } while (due.length === BATCH && !stopping?.aborted);
}

export const purchaseLoop: Loop = {
  everyMs: 5_000,
  failed: 'reconciliation failed',
  round: reconcilePurchases,
};
