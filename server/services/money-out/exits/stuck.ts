import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '#server/base/clock.ts';
import { casesIn } from './exits.ts';

/** What a case of money that does not move can be about. */
export const stuckSubjects = [
  'withdrawal',
  'transfer',
  'deposit',
  'purchase',
  'sent',
  'sender',
] as const;
export type StuckSubject = (typeof stuckSubjects)[number];

/** Money that has not moved for longer than its state allows (HARD-88). */
export interface Stuck {
  /** `subject:reference`. */
  readonly id: string;
  readonly user_id: string | null;
  readonly state: string;
  /** Since when it does not move. */
  readonly since: Date;
}

type StuckTable =
  | 'withdrawals'
  | 'bank_transfers'
  | 'deposits'
  | 'purchases'
  | 'transfers_aside'
  | 'travel_rule';

interface StuckQuery {
  readonly subject: StuckSubject;
  /** The table by whose states it is a case. */
  readonly table: StuckTable;
  /** Selects id, user_id, state and since of what has not ended, and whether it is a case whatever the time. */
  readonly rows: RawBuilder<unknown>;
}

/** The recipient's provider has not decided by the end of its time, in a query where a withdrawal stands. */
const isUnanswered = (clock: Clock) => sql`exists (select from travel_rule
  where travel_rule.id = 'withdrawal:' || withdrawals.id
    and travel_rule.state = 'pending' and travel_rule.until_at <= ${clock.sql})`;

/** By the indexes with which loops and the desk find what is open. */
const subjectsAt = (clock: Clock): readonly StuckQuery[] => [
  {
    subject: 'withdrawal',
    table: 'withdrawals',
    rows: sql`select id, user_id, case when status <> 'requested' then status
          when sending then 'sending' when ${isUnanswered(clock)} then 'unanswered'
          else 'waiting' end as state,
        case status when 'broadcast' then broadcast_at when 'failed' then failed_at
          else greatest(created_at, cancellable_until) end as since,
        status = 'requested' and not sending and ${isUnanswered(clock)} as at_once
      from withdrawals where status in ('requested', 'broadcast', 'failed')
        and (due_at is not null or halted_at is not null)`,
  },
  {
    subject: 'transfer',
    table: 'bank_transfers',
    rows: sql`select id, user_id, state, greatest(seen_at, settled_at) as since, false as at_once
      from bank_transfers where state in ('pending', 'returning') or state = 'checking'`,
  },
  {
    subject: 'deposit',
    table: 'deposits',
    rows: sql`select id, user_id, state, seen_at as since, false as at_once
      from deposits where state = 'pending' and not exists (select from travel_rule
        where travel_rule.id = 'deposit:' || deposits.id and travel_rule.state = 'contradicted')`,
  },
  {
    subject: 'purchase',
    table: 'purchases',
    rows: sql`select id, user_id,
        case when refund_refused_at is null then status else 'refused' end as state,
        case status when 'refunding' then coalesce(recorded_at, created_at) else created_at end as since,
        refund_refused_at is not null as at_once
      from purchases where status in ('pending', 'unknown') or status = 'refunding'`,
  },
  {
    subject: 'sent',
    table: 'transfers_aside',
    rows: sql`select reference as id, null::text as user_id, 'open' as state, seen_at as since,
        true as at_once
      from transfers_aside where settled_at is null`,
  },
  {
    subject: 'sender',
    table: 'travel_rule',
    rows: sql`select reference as id, user_id, state, coalesce(told_at, asked_at) as since,
        true as at_once
      from travel_rule where state = 'contradicted'`,
  },
];

/** Screening has a case about it already, or about its customer, before it is sent or given back. */
const isHeld = (subject: StuckSubject) => sql`exists (select from screenings held
  where rows.state in ('waiting', 'checking', 'pending', 'unknown')
    and held.user_id = rows.user_id and held.state in ('asked', 'match', 'rejected')
    and (held.subject = 'customer' or held.id = ${`${subject}:`} || rows.id))`;

const stuckOf = (clock: Clock, { subject, table, rows }: StuckQuery): RawBuilder<unknown> => {
  const limits = casesIn(table, 'stuck').map(
    ([state, seconds]) => sql`when ${state} then ${clock.sqlIn(-seconds)}`,
  );
  return sql`select ${`${subject}:`} || id as id, user_id, state, since
    from (${rows}) rows
    where (at_once or since <= case state ${sql.join(limits, sql` `)} end)
      and not ${isHeld(subject)}`;
};

/** Selects `Stuck` rows. */
export const stuckSql = (clock: Clock): RawBuilder<unknown> =>
  sql.join(
    subjectsAt(clock).map((one) => stuckOf(clock, one)),
    sql` union all `,
  );

/** What a case's id is about; undefined if it is none. */
export function subjectOf(id: string): { subject: StuckSubject; reference: string } | undefined {
  const at = id.indexOf(':');
  const subject = stuckSubjects.find((one) => one === id.slice(0, at));
  return subject && { subject, reference: id.slice(at + 1) };
}
