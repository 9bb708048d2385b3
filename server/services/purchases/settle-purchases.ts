import { type Selectable, sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { repeat } from '#server/platform/repeat.ts';
import type { Purchases } from '#server/store/parties-schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { hear, isSettled, type OpenPurchase } from './hear-purchase.ts';
import { recordPurchase, recordRefund } from './purchases.ts';

const EVERY_MS = 5_000;
const BATCH = 20;
/** The soonest next question about an open purchase; later ones come less and less often. */
const LEAST_SECONDS = 15;
/**
 * The same about one that was not paid according to the provider, and for how long after it was begun: a
 * bank may let a payment through at the moment its page ends, with no notice about it.
 */
const LEAST_SECONDS_UNPAID = 600;
const UNPAID_ASKED_SECONDS = 24 * 3600;

type Settled = Selectable<Purchases>['status'];

/** Has a payment given back that nothing was bought for (HARD-14). */
async function refund(deps: Deps, { id, token }: OpenPurchase): Promise<Settled> {
  if ((await deps.parties.payment.refund(token)) === undefined) {
    deps.log.error('payment not given back yet', { purchase: id });
    return 'refunding';
  }
  await inTransaction(deps.db, (tx) => recordRefund(tx, deps.clock, id));
  return 'refunded';
}

/**
 * Asks the provider what became of a purchase and records it, whoever asked first (BEY-17). Undefined:
 * the provider does not answer. Never inside a transaction: the provider may be slow.
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
  return settled === 'refunding' ? refund(deps, purchase) : settled;
}

/**
 * The same when only the purchase's id is known: `none` if there is no such purchase. A provider's notice
 * may name one after a restore that lost its row (OPS-01).
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
  return isSettled(purchase) ? purchase.status : settle(deps, purchase);
}

/**
 * Takes purchases whose time has come, open ones first; meanwhile no other process takes the same ones.
 */
async function claim(deps: Deps): Promise<readonly OpenPurchase[]> {
  const { sql: now } = deps.clock;
  const { rows } = await sql<OpenPurchase>`
    update purchases set next_check_at = ${now}
      + greatest((${now} - created_at) / 4, interval '1 second' * case
        when status in ('pending', 'unknown', 'refunding') then ${LEAST_SECONDS}::integer
        else ${LEAST_SECONDS_UNPAID}::integer end)
    where id in (
      select id from purchases
      where next_check_at <= ${now} and (status in ('pending', 'unknown', 'refunding')
        or status in ('failed', 'declined', 'cancelled')
          and created_at > ${deps.clock.sqlIn(-UNPAID_ASKED_SECONDS)})
      order by status in ('pending', 'unknown', 'refunding') desc, next_check_at
      limit ${BATCH} for update skip locked
    ) returning *`.execute(deps.db);
  return rows;
}

/** A purchase that nobody was asked about is due again at once: an old one would wait for long. */
const giveBack = ({ db, clock }: Deps, { id }: OpenPurchase) =>
  db
    .updateTable('purchases')
    .set({ next_check_at: clock.sql })
    .where('id', '=', id)
    .where('status', '<>', 'success')
    .execute();

/**
 * Finds out about purchases whose page never came back. What is due is stored in the database, so that
 * it outlives this process and is shared with others. Returns how many it took.
 */
export async function reconcilePurchases(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const due = await claim(deps);
  for (const purchase of due) {
    try {
      if (stopping?.aborted) await giveBack(deps, purchase);
      else await settle(deps, purchase);
    } catch (error) {
      // A purchase that cannot be settled must not hold up the others.
      deps.log.error('purchase not settled', { purchase: purchase.id }, error);
    }
  }
  return due.length;
}

async function reconcileAll(deps: Deps, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await reconcilePurchases(deps, stopping)) === BATCH);
}

/** Reconciles every few seconds; returns how to stop, which waits for a round under way. */
export const startReconciling = (deps: Deps): (() => Promise<void>) =>
  repeat(deps, EVERY_MS, 'reconciliation failed', (stopping) => reconcileAll(deps, stopping));
