import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Counterparty, factsOf } from '#core/domain/counterparty.ts';
import type { Clock } from '#server/clock.ts';
import type { Deps } from '#server/deps.ts';
import { afterAttempts, askDue, takeDue } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { isScreened } from '#server/services/screening/screenings.ts';
import type { Reader, Tx } from '#server/store/schema.ts';
import type { TravelRule } from '#server/store/travel-rule-schema.ts';

export type TravelRuleRow = Selectable<TravelRule>;

interface Travelling {
  readonly subject: 'withdrawal' | 'deposit';
  /** The id of the withdrawal or the deposit. */
  readonly reference: string;
  readonly userId: string;
  /** Undefined: not known yet. */
  readonly counterparty?: Counterparty;
}

/**
 * Has originator and beneficiary travel with a transfer (KEEP-07). Like its screening it belongs into the
 * transaction that sets the money aside: from then on nothing is sent and nothing can be used before it has
 * been handed over, or said.
 */
export async function haveTravel(
  tx: Tx,
  clock: Clock,
  { subject, reference, userId, counterparty }: Travelling,
): Promise<void> {
  await tx
    .insertInto('travel_rule')
    .values({
      id: `${subject}:${reference}`,
      subject,
      reference,
      user_id: userId,
      state: 'due',
      owner: null,
      ...(counterparty && factsOf(counterparty)),
      asked_at: clock.sql,
      due_at: clock.sql,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Whose the other end of a transfer is; undefined where that is not known. */
export const counterpartyOf = ({ owner, ...row }: TravelRuleRow): Counterparty | undefined =>
  owner === null ? undefined : factsOf({ ...row, owner });

export const readTravel = (reader: Reader, id: string): Promise<TravelRuleRow | undefined> =>
  reader.selectFrom('travel_rule').selectAll().where('id', '=', id).executeTakeFirst();

/** The id of what travels with a row of the table. */
const idIn = (table: 'withdrawals' | 'deposits'): RawBuilder<string> =>
  sql`${table === 'withdrawals' ? 'withdrawal:' : 'deposit:'} || ${sql.ref(`${table}.id`)}`;

/**
 * Whether who sends and who receives is known of a row of `withdrawals` or `deposits`, named in the query it
 * stands in, and was handed over. What goes to a bank account travels with the bank's own messages.
 */
const hasTravelled = (table: 'withdrawals' | 'deposits'): RawBuilder<boolean> => {
  const known = sql`exists (select 1 from travel_rule
    where travel_rule.id = ${idIn(table)} and travel_rule.state in ('done', 'before'))`;
  return table === 'withdrawals'
    ? sql<boolean>`(withdrawals.holder <> '' or ${known})`
    : sql<boolean>`${known}`;
};

/** Whether it may go on: it was screened (KEEP-06), and its parties are known (KEEP-07). */
export const mayGoOn = (table: 'withdrawals' | 'deposits'): RawBuilder<boolean> =>
  sql<boolean>`(${isScreened(table)} and ${hasTravelled(table)})`;

/**
 * Whether a party has not answered about it, and not just a moment ago: the customer reads that it takes
 * longer, and not why.
 */
export const waitsForParty = (table: 'withdrawals' | 'deposits'): RawBuilder<boolean> =>
  sql<boolean>`(not ${isScreened(table)} or exists (select 1 from travel_rule
    where travel_rule.id = ${idIn(table)} and travel_rule.state = 'due'
      and travel_rule.attempts > 1))`;

/** How many are asked about at once: one that gets no answer does not hold up the others. */
const BATCH = 20;
/** How long a row that was taken belongs to its process. */
const LEASE_SECONDS = 30;
/** While the party gives no answer, it is asked again at least so often. */
const LONGEST_PAUSE_SECONDS = 60;

/**
 * Does the work of each transfer that is due, of one kind, as long as there are answers, and returns how
 * many there were. `answer` gives whether the party answered.
 */
export const travelDue = (
  deps: Deps,
  subject: 'withdrawal' | 'deposit',
  when: RawBuilder<unknown>,
  answer: (row: TravelRuleRow) => Promise<boolean>,
  stopping?: AbortSignal,
): Promise<number> => {
  const { db, clock } = deps;
  return askDue<TravelRuleRow>(deps, {
    take: () =>
      takeDue(db, {
        table: 'travel_rule',
        when: sql`due_at <= ${clock.sql} and subject = ${subject} and ${when}`,
        order: sql`due_at, id`,
        most: BATCH,
        set: sql`attempts = attempts + 1, due_at = ${clock.sqlIn(LEASE_SECONDS)}`,
      }),
    most: BATCH,
    ask: async (row) => {
      const answered = await answer(row);
      if (!answered) await askLater(deps, row);
      return answered;
    },
    failed: 'parties of a transfer not asked for',
    facts: ({ id }) => ({ id }),
    stopping,
  });
};

const askLater = ({ db, clock }: Deps, { id, attempts }: TravelRuleRow) =>
  db
    .updateTable('travel_rule')
    .set({ due_at: afterAttempts(clock, attempts, LONGEST_PAUSE_SECONDS) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('due_at', 'is not', null)
    .execute();

/** Ends the question about a transfer, once: false where it had ended before. */
export async function endTravel(
  tx: Tx,
  clock: Clock,
  id: string,
  ended: {
    readonly from: 'due' | 'asked';
    readonly state: 'asked' | 'done' | 'refused';
    readonly counterparty?: Counterparty;
    readonly message?: string;
  },
): Promise<boolean> {
  const { from, state, counterparty, message } = ended;
  const { numUpdatedRows } = await tx
    .updateTable('travel_rule')
    .set({
      state,
      due_at: null,
      answered_at: clock.sql,
      ...(counterparty && factsOf(counterparty)),
      ...(message !== undefined && { message }),
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A transfer that is over travels nowhere any more. */
export async function stopTravel(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('travel_rule')
    .set({ due_at: null })
    .where('id', '=', id)
    .where('due_at', 'is not', null)
    .execute();
}

/** What a server of the version before has set aside meanwhile has no row: it was never asked about. */
const catchUp = ({ db, clock }: Deps): Promise<unknown> =>
  sql`insert into travel_rule (id, subject, reference, user_id, state, asked_at)
    select subject || ':' || reference, subject, reference, user_id, 'before', ${clock.sql}
    from (
      select 'withdrawal' as subject, id as reference, user_id from withdrawals
      where status = 'requested' and holder = ''
      union all select 'deposit', id, user_id from deposits where state = 'pending'
    ) known
    where not exists (
      select 1 from travel_rule where travel_rule.id = known.subject || ':' || known.reference
    )
    on conflict do nothing`.execute(db);

export const travelling: Loop = {
  everyMs: 60_000,
  failed: 'transfers without parties not looked for',
  round: catchUp,
};
