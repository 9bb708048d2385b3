import { sql } from 'kysely';
import type { Clock } from '#server/base/clock.ts';
import { isFoundByRules } from '#server/services/checks/gates/known.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import type { ScreenedSubject } from '#server/store/schema/screening-schema.ts';

interface ToScreen {
  readonly subject: ScreenedSubject;
  /** The id of the customer, the withdrawal, the deposit or the bank transfer. */
  readonly reference: string;
  readonly userId: string;
}

/**
 * Has a transfer or a customer screened (KEEP-06). Called in the transaction that sets the money aside: from
 * then on nothing is sent or usable before the party has answered. The party is asked later, by a loop.
 */
export const haveScreened = (tx: Tx, clock: Clock, asked: ToScreen): Promise<unknown> =>
  screeningOf(tx, clock, asked).execute();

/** The same as a write that a statement can include. */
export const screeningOf = (tx: Tx, clock: Clock, { subject, reference, userId }: ToScreen) =>
  tx
    .insertInto('screenings')
    .values({
      id: `${subject}:${reference}`,
      subject,
      reference,
      user_id: userId,
      state: 'asked',
      asked_at: clock.sql,
      due_at: clock.sql,
    })
    .onConflict((conflict) => conflict.column('id').doNothing());

/**
 * Has a transfer screened again, because more is known about it (HARD-90). An answer that is on its way is one to
 * another question, and does not count: a server of the version before knows it by the attempts. What was found stays
 * found; what a person refused stays refused.
 */
export async function screenAgain(tx: Tx, clock: Clock, id: string): Promise<void> {
  await tx
    .updateTable('screenings')
    .set({
      due_at: clock.sql,
      bulk_since: null,
      generation: sql`generation + 1`,
      attempts: sql`attempts + 1`,
    })
    .where('id', '=', id)
    .where('state', '<>', 'rejected')
    .execute();
}

/**
 * A person decides about a finding, or a missing answer, once; or a suspension is over. Returns the subject. What the
 * rules held is asked about once more before it goes on: the lists may be newer.
 */
export async function decideScreening(
  tx: Tx,
  clock: Clock,
  decided: {
    readonly id: string;
    readonly state: 'released' | 'rejected';
    readonly by: string;
    readonly why: string;
  },
) {
  const { id, state, by, why } = decided;
  return tx
    .updateTable('screenings')
    .set({
      state,
      due_at:
        state === 'released'
          ? sql<Date | null>`case when state = 'match'
              and (generation > answered_generation or ${isFoundByRules}) then ${clock.sql} end`
          : null,
      ...{ decided_at: clock.sql, decided_by: by, decided_why: why },
    })
    .where('id', '=', id)
    .where('state', 'in', ['asked', 'match'])
    .returning(['subject', 'reference', 'user_id'])
    .executeTakeFirst();
}

/**
 * Whether a row of `screenings` is about what nobody can hold or let go any more: the withdrawal was cancelled or leaves,
 * what came in was set aside or taken back, the account is closed. What was credited before something was found is still
 * kept in its account.
 */
export const isOver = sql<boolean>`(case screenings.subject
  when 'withdrawal' then not exists (select from withdrawals going
    where going.id = screenings.reference and going.status = 'requested'
      and not going.sending and going.to_cancel is null)
  when 'deposit' then not exists (select from deposits coming
    where coming.id = screenings.reference and coming.state in ('pending', 'credited'))
  when 'transfer' then not exists (select from bank_transfers coming
    where coming.id = screenings.reference and coming.state in ('checking', 'credited'))
  else not exists (select from users standing
    where standing.id = screenings.user_id and standing.deleted_at is null) end)`;

/**
 * Whether a person has something to decide about a row of `screenings`: what is held; or, where it is over, only whether
 * what was found is reported, as an attempt is, too. Of that the last answer counts: more may have been found since.
 */
export const isUndecided = sql<boolean>`(screenings.state in ('asked', 'match') and (not ${isOver}
  or (screenings.state = 'match' and screenings.reported_at is null
    and not coalesce(screenings.decided_at >= screenings.answered_at, false))))`;

/** The addresses that a deposit came from, from its row. */
export const sendersIn = (senders: string): readonly string[] =>
  senders.split(' ').filter((address) => address !== '');
