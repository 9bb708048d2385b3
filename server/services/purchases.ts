import { type Asset, assetOf, isAssetCode } from '#core/domain/currencies.ts';
import type { PurchaseStatus } from '#server/adapters/payment/payment.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import type { Reader, Tx } from '#server/store/schema.ts';

/** A customer's own purchase; somebody else's is as if it were not there. */
export const findPurchase = (reader: Reader, userId: string, id: string) =>
  reader
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();

const assetOfPurchase = (code: string): Asset => {
  if (!isAssetCode(code)) throw new Error('a purchase of an unknown asset was kept');
  return assetOf(code);
};

/**
 * Records how a purchase ended, once: the first who finds it pending writes it, everyone after reads
 * what was written. A paid one is credited in the same transaction.
 */
export async function recordPurchase(
  deps: Deps,
  tx: Tx,
  purchase: { readonly id: string; readonly userId: string; readonly deviceType: string },
  outcome: PurchaseStatus,
): Promise<PurchaseStatus> {
  const { id, userId } = purchase;
  const recorded = await tx
    .updateTable('purchases')
    .set({ status: outcome, recorded_at: deps.clock.sql, device_type: purchase.deviceType })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .returning(['crypto_currency', 'crypto_units'])
    .executeTakeFirst();
  if (!recorded) {
    const before = await findPurchase(tx, userId, id);
    return before && before.status !== 'pending' ? before.status : 'unknown';
  }
  if (outcome !== 'success') return outcome;
  const { code } = assetOfPurchase(recorded.crypto_currency);
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
  if (posted.kind !== 'posted') throw new Error('a pending purchase had been credited before');
  return outcome;
}
