import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/store/schema/schema.ts';

/**
 * What an officer set going and nobody has finished: decisions that a second officer is to confirm, and conversations that
 * customers are told of. It ends whenever sessions of theirs may have been somebody else's: with their trust, with a new
 * password or factor, and with a device that they sign out (READ-10). They can do it again at once.
 */
export async function endStaffActs(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  await tx.deleteFrom('desk_proposals').where('officer', '=', userId).execute();
  await tx
    .updateTable('conversations')
    .set({ ends_at: clock.sql })
    .where('officer', '=', userId)
    .where('ends_at', '>', clock.sql)
    .execute();
}
