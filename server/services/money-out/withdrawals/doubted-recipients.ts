import type { Clock } from '#server/base/clock.ts';
import type { Tx } from '#server/store/schema/schema.ts';

/**
 * Recipients that were saved or sent to since a moment count as new again, because somebody else may have chosen them
 * (READ-14): the password is asked for, they wait as a new one does, and “address book only” does not know them, until
 * their owner saves them once more. Returns whether there were any. The account's row is locked.
 */
export async function doubtRecipients(
  tx: Tx,
  clock: Clock,
  userId: string,
  since: Date,
): Promise<boolean> {
  const saved = await tx
    .updateTable('saved_addresses')
    .set({ doubted_at: clock.sql })
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .executeTakeFirst();
  const sent = await tx
    .updateTable('withdrawals')
    .set({ doubted_at: clock.sql })
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .where('status', 'in', ['requested', 'broadcast', 'completed'])
    .executeTakeFirst();
  return saved.numUpdatedRows + sent.numUpdatedRows > 0n;
}
