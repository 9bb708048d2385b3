import type { Deps } from '#server/deps.ts';
import { noneProposed } from '#server/services/access/credentials/second-factor.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { endSessions } from './sessions.ts';

/** What belongs to an account for a moment and leads on to something else. */
const begun = ['email_changes', 'second_factor_grants', 'passkey_challenges'] as const;

/**
 * Ends what an account set going and nobody has finished, because it may not have been its owner (READ-10): sessions,
 * a factor and an address that were proposed, the day that ends “address book only”, passkeys and codes shown a moment ago; of staff also what a second
 * officer was to confirm, conversations that customers are told of, and the operator's code. Its caller has locked the
 * account's row. `tests/rules/actors.test.ts` lists where an account is the actor.
 */
export async function loseTrust(deps: Pick<Deps, 'clock'>, tx: Tx, userId: string): Promise<void> {
  const { clock } = deps;
  await tx
    .updateTable('users')
    .set({ ...noneProposed, enrol_hash: null, enrol_until: null })
    .where('id', '=', userId)
    .execute();
  // The day after which “address book only” is off.
  await tx
    .updateTable('users')
    .set({ book_only_until: null })
    .where('id', '=', userId)
    .where('book_only_until', '>', clock.sql)
    .execute();
  for (const table of begun) await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  await endSessions(deps, tx, userId);
}
