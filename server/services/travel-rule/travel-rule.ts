import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Counterparty, factsOf } from '#core/domain/counterparty.ts';
import type { Clock } from '#server/clock.ts';
import type { Deps } from '#server/deps.ts';
import { afterAttempts, askDue, takeDue } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { isScreened } from '#server/services/screening/screenings.ts';
import type { Db, Tx } from '#server/store/schema.ts';
import type { TravelRule } from '#server/store/travel-rule-schema.ts';

export type TravelRuleRow = Selectable<TravelRule>;

interface Travelling {
  readonly subject: 'withdrawal' | 'deposit';
  /** The id of the withdrawal or the deposit. */
  readonly reference: string;
  readonly userId: string;
  /** Undefined while unknown. */
  readonly counterparty?: Counterparty;
}

/**
 * Has originator and beneficiary travel with a transfer (KEEP-07), as a write that a statement can include.
 * Like the screening's, it is made in the transaction that sets the money aside: from then on nothing is sent
 * or usable before the data was handed over, or the sender stated.
 */
export const travelOf = (
  tx: Tx,
  clock: Clock,
  { subject, reference, userId, counterparty }: Travelling,
) =>
  tx
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
    .onConflict((conflict) => conflict.column('id').doNothing());

/** The other side of a transfer; undefined while unknown. */
export const counterpartyOf = ({ owner, ...row }: TravelRuleRow): Counterparty | undefined =>
  owner === null ? undefined : factsOf({ ...row, owner });

/** The question about a transfer, locked: nobody ends or changes it meanwhile. */
export const lockTravel = (tx: Tx, id: string): Promise<TravelRuleRow | undefined> =>
  tx.selectFrom('travel_rule').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** The id under which a row's data travels. */
const idIn = (table: 'withdrawals' | 'deposits'): RawBuilder<string> =>
  sql`${table === 'withdrawals' ? 'withdrawal:' : 'deposit:'} || ${sql.ref(`${table}.id`)}`;

/**
 * Whether sender and recipient of a row of `withdrawals` or `deposits`, in the query where this stands, are
 * known and were handed over. For transfers to bank accounts, the bank's own messages carry them.
 */
const hasTravelled = (table: 'withdrawals' | 'deposits'): RawBuilder<boolean> => {
  const known = sql`exists (select 1 from travel_rule
    where travel_rule.id = ${idIn(table)} and travel_rule.state in ('done', 'before'))`;
  return table === 'withdrawals'
    ? sql<boolean>`(withdrawals.holder <> '' or ${known})`
    : sql<boolean>`${known}`;
};

/** Whether a row may go on: it was screened (KEEP-06), and its parties are known (KEEP-07). */
export const mayGoOn = (table: 'withdrawals' | 'deposits'): RawBuilder<boolean> =>
  sql<boolean>`(${isScreened(table)} and ${hasTravelled(table)})`;

/**
 * Whether a party has not answered about a row for some time: the customer reads that it is delayed, but not
 * why.
 */
export const waitsForParty = (table: 'withdrawals' | 'deposits'): RawBuilder<boolean> =>
  sql<boolean>`(not ${isScreened(table)} or exists (select 1 from travel_rule
    where travel_rule.id = ${idIn(table)} and travel_rule.state = 'due'
      and travel_rule.attempts > 1))`;

/** How many are asked about at the same time, so that one without an answer does not hold up the others. */
const BATCH = 20;
/** How long a row belongs to its process. */
const LEASE_SECONDS = 30;
/** The longest pause between questions while the party does not answer. */
const LONGEST_PAUSE_SECONDS = 60;

/**
 * Does the work of all due transfers of one kind, as long as there are answers; returns how many there were.
 * `answer` returns whether the party answered.
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

const askLater = ({ db, clock }: Deps, { id, attempts, generation }: TravelRuleRow) =>
  db
    .updateTable('travel_rule')
    .set({ due_at: afterAttempts(clock, attempts, LONGEST_PAUSE_SECONDS) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('generation', '=', generation)
    .where('due_at', 'is not', null)
    .execute();

/**
 * Ends the question about a transfer, once; false if it had ended before. `generation`: of the question that a party
 * answered; one that has changed since is asked again (HARD-90).
 */
export async function endTravel(
  on: Db | Tx,
  clock: Clock,
  id: string,
  ended: {
    readonly from: 'due' | 'asked';
    readonly generation: number;
    readonly state: 'asked' | 'done' | 'refused';
    readonly counterparty?: Counterparty;
    readonly message?: string;
  },
): Promise<boolean> {
  const { from, generation, state, counterparty, message } = ended;
  const { numUpdatedRows } = await on
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
    .where('generation', '=', generation)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Asks again who sent a deposit, because more is known about it; what was answered stays. */
export async function travelAgain(tx: Tx, clock: Clock, id: string): Promise<void> {
  await tx
    .updateTable('travel_rule')
    .set({ state: 'due', due_at: clock.sql, generation: sql`generation + 1` })
    .where('id', '=', id)
    .where('state', 'in', ['due', 'asked'])
    .execute();
}

/** A transfer that has ended needs no data any more. */
export async function stopTravel(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('travel_rule')
    .set({ due_at: null })
    .where('id', '=', id)
    .where('due_at', 'is not', null)
    .execute();
}

/** Transfers set aside by a server of the previous version have no row: they are not asked about. */
const catchUp = ({ db, clock }: Deps): Promise<unknown> =>
  sql`insert into travel_rule (id, subject, reference, user_id, state, asked_at)
    select subject || ':' || reference, subject, reference, user_id, 'before', ${clock.sql}
    from (
      select 'withdrawal' as subject, id as reference, user_id from withdrawals
      where due_at is not null and status = 'requested' and holder = ''
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
