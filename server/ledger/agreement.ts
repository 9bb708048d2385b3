import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#server/store/schema/schema.ts';

/** The id of what a journal is about, behind the kind in its reference. */
const about = sql`split_part(journals.reference, ':', 2)`;

/**
 * What rows say of journals, by kind: `side` is the account whose sum is the row's amount, `units` that amount, and
 * `agrees` whether the row's state is the journal's.
 */
const kinds: readonly {
  readonly kind: string;
  readonly side: string;
  readonly table: 'withdrawals' | 'deposits' | 'bank_transfers' | 'purchases';
  readonly units: RawBuilder<unknown>;
  readonly agrees: RawBuilder<unknown>;
}[] = [
  {
    ...{ kind: 'withdrawal', side: '%/hold/%', table: 'withdrawals' },
    ...{ units: sql`units + fee_units`, agrees: sql`true` },
  },
  {
    ...{ kind: 'withdrawal-sent', side: '%/hold/%', table: 'withdrawals' },
    ...{ units: sql`-(units + fee_units)`, agrees: sql`completed_at is not null` },
  },
  {
    ...{ kind: 'withdrawal-returned', side: '%/available/%', table: 'withdrawals' },
    ...{ units: sql`units + fee_units`, agrees: sql`status in ('cancelled', 'refunded')` },
  },
  {
    ...{ kind: 'deposit-seen', side: '%/pending/%', table: 'deposits' },
    ...{ units: sql`units`, agrees: sql`true` },
  },
  {
    ...{ kind: 'deposit', side: '%/available/%', table: 'deposits' },
    ...{ units: sql`units`, agrees: sql`state = 'credited'` },
  },
  {
    ...{ kind: 'deposit-dropped', side: '%/pending/%', table: 'deposits' },
    ...{ units: sql`-units`, agrees: sql`state = 'dropped'` },
  },
  {
    ...{ kind: 'cash-in', side: '%/available/%', table: 'bank_transfers' },
    ...{ units: sql`round(amount::numeric * 100)`, agrees: sql`state in ('credited', 'recalled')` },
  },
  {
    ...{ kind: 'cash-lost', side: 'house/losses/%', table: 'bank_transfers' },
    units: sql`-round(amount::numeric * 100)`,
    agrees: sql`reason = 'reversed-after-return'`,
  },
  {
    ...{ kind: 'purchase', side: '%/available/%', table: 'purchases' },
    units: sql`crypto_units`,
    // One of a closed account had bought before it went back, by a journal of its own (HARD-51).
    agrees: sql`(status = 'success' or exists (
      select from journals where reference = 'card-refunded:' || purchases.id))`,
  },
];

/** Journals since a moment whose row is missing, or has another amount or state. */
const unlikeRows = (
  since: RawBuilder<Date>,
  { kind, side, table, units, agrees }: (typeof kinds)[number],
) => sql`
  select booked.reference || ' booked ' || booked.units::text || ' row ' || case
      when rows.agrees is null then 'none'
      when rows.agrees then rows.units::text
      else 'in another state' end as detail
  from (
    select journals.reference, ${about} as id, sum(postings.amount) as units
    from postings join journals on journals.id = postings.journal_id
    where postings.created_at >= ${since} and journals.kind = ${kind} and journals.class <> 'manual'
      and journals.reference is not null and account_id like ${side}
    group by journals.reference
  ) booked
  left join lateral (
    select ${units} as units, ${agrees} as agrees from ${sql.table(table)}
    where ${sql.ref(`${table}.id`)} = booked.id
  ) rows on true
  where rows.units is distinct from booked.units or not rows.agrees`;

/** Rows that have ended since a moment, by the index that finds them, without the journal of their end. */
const ended: readonly {
  readonly kind: string;
  readonly rows: (since: RawBuilder<Date>) => RawBuilder<unknown>;
}[] = [
  {
    kind: 'withdrawal-sent',
    rows: (since) => sql`select id from withdrawals
      where greatest(completed_at, refunded_at, cancelled_at) >= ${since} and completed_at is not null`,
  },
  {
    kind: 'withdrawal-returned',
    rows: (since) => sql`select id from withdrawals
      where greatest(completed_at, refunded_at, cancelled_at) >= ${since}
        and status in ('cancelled', 'refunded')`,
  },
  {
    kind: 'deposit',
    rows: (since) => sql`select id from deposits
      where credited_at >= ${since} and state = 'credited'`,
  },
  {
    kind: 'cash-in',
    rows: (since) => sql`select id from bank_transfers
      where ended_at >= ${since} and state = 'credited'`,
  },
  {
    kind: 'purchase',
    rows: (since) => sql`select id from purchases where paid_at >= ${since} and status = 'success'`,
  },
];

const withoutJournal = (since: RawBuilder<Date>, { kind, rows }: (typeof ended)[number]) => sql`
  select ${`${kind}:`} || ended.id || ' not booked' as detail from (${rows(since)}) ended
  where not exists (select from journals where reference = ${`${kind}:`} || ended.id)`;

/**
 * Where the books and the rows of what moved since a moment do not agree in state and amount (HARD-87). What a party
 * says of those rows is compared apart.
 */
export async function disagreeing(
  reader: Reader,
  since: RawBuilder<Date>,
): Promise<readonly string[]> {
  const queries = [
    ...kinds.map((kind) => unlikeRows(since, kind)),
    ...ended.map((kind) => withoutJournal(since, kind)),
  ];
  const { rows } = await sql<{ detail: string }>`${sql.join(queries, sql` union all `)}
    order by detail`.execute(reader);
  return rows.map(({ detail }) => detail);
}
