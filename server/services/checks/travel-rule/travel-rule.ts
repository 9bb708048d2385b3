import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Counterparty, factsOf } from '#core/people/counterparty.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Deps } from '#server/deps.ts';
import { afterAttempts, afterPartOf, askDue, takeDue } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import type { Db, Tx } from '#server/store/schema/schema.ts';
import type { TravelRule } from '#server/store/schema/travel-rule-schema.ts';

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

/** How many are asked about at the same time, so that one without an answer does not hold up the others. */
const BATCH = 20;
/** How long a row belongs to its process. */
const LEASE_SECONDS = 30;
/** The longest pause between questions while the party does not answer. */
const LONGEST_PAUSE_SECONDS = 60;
/** The same where the customer's word counts meanwhile: nothing waits for it. */
const LONGEST_BESIDE_SECONDS = 3600;

/** Whether no transfer waits for the party's answer: the customer has said it, or is asked for it. */
const isBeside = ({ state }: Pick<TravelRuleRow, 'state'>): boolean =>
  state === 'asked' || state === 'done';

/** When an answer may have changed: the pause grows with the age. */
export const lookLater = (clock: Clock): RawBuilder<Date> =>
  afterPartOf(clock, 'asked_at', {
    part: 20,
    leastSeconds: 60,
    mostSeconds: LONGEST_BESIDE_SECONDS,
  });

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
        // What waits for an answer before what does not.
        order: sql`state in ('asked', 'done'), due_at, id`,
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

/** Without an answer: it is asked again, with growing pauses. */
const askLater = ({ db, clock }: Deps, row: TravelRuleRow) => {
  const { id, attempts, generation } = row;
  const longest = isBeside(row) ? LONGEST_BESIDE_SECONDS : LONGEST_PAUSE_SECONDS;
  return db
    .updateTable('travel_rule')
    .set({ due_at: afterAttempts(clock, attempts, longest) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('generation', '=', generation)
    .where('due_at', 'is not', null)
    .execute();
};

/** The party has answered, and may say more later; what it was asked without an answer is counted anew. */
export async function heardTravel(
  tx: Db | Tx,
  { id, state, generation }: Pick<TravelRuleRow, 'id' | 'state' | 'generation'>,
  due_at: RawBuilder<Date> | null,
): Promise<void> {
  await tx
    .updateTable('travel_rule')
    .set({ due_at, attempts: 0 })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('generation', '=', generation)
    .execute();
}

/**
 * Ends the question about a transfer, once; false if it had ended before. `generation`: of the question that a party
 * answered; one that has changed since is asked again (HARD-90).
 */
export async function endTravel(
  on: Db | Tx,
  clock: Clock,
  id: string,
  ended: {
    readonly from: 'due' | 'asked' | 'pending';
    readonly generation: number;
    readonly state: 'asked' | 'done' | 'refused';
    readonly counterparty?: Counterparty;
    /** The counterparty is the customer's word, with which later messages are compared. */
    readonly byCustomer?: boolean;
    readonly message?: string;
    readonly said?: string;
    /** When the party is asked next all the same; by default it is not. */
    readonly again?: RawBuilder<Date>;
  },
): Promise<boolean> {
  const { from, generation, state, counterparty, byCustomer = false, message, said } = ended;
  const { numUpdatedRows } = await on
    .updateTable('travel_rule')
    .set({
      state,
      ...{ due_at: ended.again ?? null, attempts: 0, until_at: null, answered_at: clock.sql },
      ...(counterparty && { ...factsOf(counterparty), by_customer: byCustomer }),
      ...(message !== undefined && { message }),
      ...(said !== undefined && { said }),
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

/** A transfer that has ended needs no data any more. Returns the party's last word about it; empty: none. */
export async function stopTravel(tx: Tx, id: string): Promise<string> {
  const row = await tx
    .updateTable('travel_rule')
    .set({ due_at: null, until_at: null })
    .where('id', '=', id)
    .returning('said')
    .executeTakeFirst();
  return row?.said ?? '';
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

export const travelRuleLoop: Loop = {
  everyMs: 60_000,
  failed: 'transfers without parties not looked for',
  round: catchUp,
};
