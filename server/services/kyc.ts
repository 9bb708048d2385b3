import { type KycStatus, kycStatuses } from '#core/contract/identity.ts';
import { verificationMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import type { Reader } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { notify } from './notify.ts';

/** What we last heard of a customer's identity check. `pending` where that is nothing we know. */
export async function readKyc(reader: Reader, userId: string): Promise<KycStatus> {
  const row = await reader
    .selectFrom('users')
    .select('kyc_status')
    .where('id', '=', userId)
    .executeTakeFirst();
  return kycStatuses.find((status) => status === row?.kyc_status) ?? 'pending';
}

/**
 * Asks the provider and keeps what it says; undefined where it does not answer. Tells the customer
 * when the check ends. Never inside a transaction: the provider may be far away.
 */
export async function syncKyc(deps: Deps, userId: string): Promise<KycStatus | undefined> {
  const status = await deps.parties.identity.status(userId);
  if (status === undefined) return undefined;
  await inTransaction(deps.db, async (tx) => {
    const changed = await tx
      .updateTable('users')
      .set({ kyc_status: status })
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .where('kyc_status', '<>', status)
      .executeTakeFirst();
    if (changed.numUpdatedRows !== 1n || (status !== 'approved' && status !== 'rejected')) return;
    await notify(deps, tx, userId, {
      event: 'kYCStatus',
      mail: (to) => verificationMail(to, status === 'approved'),
    });
  });
  return status;
}
