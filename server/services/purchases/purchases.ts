import type { UnseenPurchase } from '#core/contract/purchases.ts';
import { formatUnits } from '#core/domain/decimal.ts';
import { purchaseDoneMail, purchaseNotDoneMail } from '#server/adapters/mail/texts.ts';
import type { PurchaseStatus } from '#server/adapters/payment/payment.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { storedAsset } from '#server/ledger/stored-asset.ts';
import { notFound } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';
import { notify, withdrawNotices } from '#server/services/notices/notify.ts';
import { findUser } from '#server/services/users/users.ts';
import type { Reader, Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

/** A customer's own purchase; somebody else's is treated as if it did not exist. */
export const findPurchase = (reader: Reader, userId: string, id: string) =>
  reader
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** How many of a customer's purchases are listed. */
const MOST = 20;

/** Those whose end the buyer has not seen yet, newest first (BEY-17). */
export async function listUnseen(reader: Reader, userId: string): Promise<UnseenPurchase[]> {
  const rows = await reader
    .selectFrom('purchases')
    .selectAll()
    .where('user_id', '=', userId)
    .where('seen_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
  return rows.map((row) => {
    const { code, scale } = storedAsset(row.crypto_currency);
    return {
      transaction_id: row.id,
      status: row.status,
      amount: row.amount,
      currency: row.currency,
      crypto_value: formatUnits(BigInt(row.crypto_units), scale),
      crypto_currency: code,
      usdc: row.usdc,
      created_at: row.created_at.toISOString(),
    };
  });
}

/** The buyer has seen how a purchase ended. One that has not ended remains to be reported. */
export async function markSeen(
  { db, clock }: Deps,
  userId: string,
  id: string,
): Promise<Refused | undefined> {
  if (!(await findPurchase(db, userId, id))) return notFound();
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable('purchases')
      .set({ seen_at: clock.sql })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('status', 'not in', ['pending', 'unknown'])
      .where('seen_at', 'is', null)
      .execute();
    // A buyer who saw it on the page needs no pop-up about it half a minute later.
    await withdrawNotices(tx, userId, id);
  });
  return undefined;
}

type Recorded = PurchaseStatus | 'pending';

/**
 * What an outcome may replace. A declined card may be followed by one that works on the same payment
 * page: a payment that was made is always credited, and nothing ever replaces it.
 */
function replaceable(outcome: PurchaseStatus): readonly Recorded[] {
  switch (outcome) {
    case 'success':
      return ['pending', 'unknown', 'failed', 'declined', 'cancelled'];
    case 'unknown':
      return ['pending'];
    case 'failed':
    case 'declined':
    case 'cancelled':
      return ['pending', 'unknown'];
  }
}

/**
 * Records how a purchase ended, once: the first to find it open writes it, everyone after reads what was
 * written, whether it is the page, a notice from the provider or the reconciliation. A paid one is
 * credited in the same transaction.
 */
export async function recordPurchase(
  deps: Deps,
  tx: Tx,
  purchase: { readonly id: string; readonly userId: string; readonly deviceType?: string },
  outcome: PurchaseStatus,
): Promise<PurchaseStatus> {
  const { id, userId } = purchase;
  const recorded = await tx
    .updateTable('purchases')
    .set({
      status: outcome,
      recorded_at: deps.clock.sql,
      // What the buyer was told before may have changed since.
      seen_at: null,
      ...(purchase.deviceType !== undefined && { device_type: purchase.deviceType }),
    })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', 'in', replaceable(outcome))
    .returning(['crypto_currency', 'crypto_units'])
    .executeTakeFirst();
  if (!recorded) {
    const before = await findPurchase(tx, userId, id);
    return before && before.status !== 'pending' ? before.status : 'unknown';
  }
  const { code, name } = storedAsset(recorded.crypto_currency);
  const isDeleted = (await findUser(tx, userId)) === undefined;
  if (!isDeleted) await tellPurchase(deps, tx, { id, userId, name }, outcome);
  if (outcome !== 'success') return outcome;
  // What was paid for is kept; only a person can find out who should get it back.
  if (isDeleted) deps.log.error('purchase of a deleted account paid', { purchase: id });
  const units = BigInt(recorded.crypto_units);
  const posted = await postJournal(tx, deps.clock, {
    class: 'trade',
    kind: 'purchase',
    userId,
    reference: `purchase:${id}`,
    comment: `Card purchase/${id}`,
    paymentMethod: 'Debit Card',
    postings: [
      { account: customer(userId, 'available', code), units },
      { account: house('card', code), units: -units },
    ],
  });
  if (posted.kind !== 'posted') throw new Error('an open purchase had been credited before');
  return outcome;
}

/** What became of a purchase, where something did. */
async function tellPurchase(
  deps: Deps,
  tx: Tx,
  {
    id: about,
    userId,
    name,
  }: { readonly id: string; readonly userId: string; readonly name: string },
  outcome: string,
): Promise<void> {
  switch (outcome) {
    case 'success':
      return notify(deps, tx, userId, {
        event: 'orderCompleted',
        about,
        popup: `Your purchase of ${name} was completed.`,
        mail: purchaseDoneMail,
      });
    case 'cancelled':
      return notify(deps, tx, userId, {
        event: 'orderCancelled',
        about,
        popup: `Your purchase of ${name} was cancelled.`,
        mail: purchaseNotDoneMail,
      });
    case 'failed':
    case 'declined':
      return notify(deps, tx, userId, {
        event: 'orderRejected',
        about,
        popup: `Your purchase of ${name} did not go through.`,
        mail: purchaseNotDoneMail,
      });
    default:
      return undefined;
  }
}
