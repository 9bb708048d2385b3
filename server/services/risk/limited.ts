import { utcDay } from '#core/domain/date-text.ts';
import type { Deps } from '#server/deps.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { refusedIfEnded } from '#server/services/endings/endings.ts';
import { refusedUnanswered } from '#server/services/tax/tax-gates.ts';

/**
 * The refusal for a customer with whom the relationship has ended (KEEP-12), whose data has been due for an
 * update for three months (KEEP-09), or who was asked for 60 days where they pay tax (KEEP-14). Asked where
 * something is bought, exchanged or paid in: selling, cashing out and withdrawing stay open.
 */
export async function refusedIfLimited(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
): Promise<Refused | undefined> {
  const ended = await refusedIfEnded({ db, clock }, userId);
  if (ended) return ended;
  const row = await db
    .selectFrom('data_updates')
    .select('due_at')
    .where('user_id', '=', userId)
    .where('limited_at', '<=', clock.sql)
    .executeTakeFirst();
  if (!row) return refusedUnanswered({ db, clock }, userId);
  return refuse(
    'LIMIT_EXCEEDED',
    `Your data was due for an update on ${utcDay(row.due_at.getTime())}. Until it is updated, you can only sell, cash out and withdraw. Update it under Profile, Verification: everything then works again at once.`,
  );
}
