import { type RawBuilder, sql } from 'kysely';
import { assetOf, isAssetCode } from '#core/domain/currencies.ts';
import { formatUnits } from '#core/domain/decimal.ts';
import type { Reader } from '#server/store/schema.ts';

/** A span of time, without its end `to`. */
export interface Stretch {
  readonly from: Date;
  readonly to: Date;
}

/** What an outage affected, of one kind. */
export interface Touched {
  readonly what: string;
  readonly customers: number;
  readonly operations: number;
  /** By currency, in whole units. */
  readonly sums: Readonly<Record<string, string>>;
  /** How long the longest of them took or has taken until now; undefined where nothing lasts. */
  readonly longestSeconds: number | undefined;
}

export interface Incident {
  readonly touched: readonly Touched[];
  /** The number of customers affected. */
  readonly customers: number;
  /** The longest time in the span without an entry in the books. */
  readonly quietSeconds: number;
}

/** A kind as rows of `user_id, currency, amount, seconds`; the amount is null if unknown. */
interface Kind {
  readonly what: string;
  readonly rows: RawBuilder<unknown>;
  /** Amounts are smallest units; otherwise decimals. */
  readonly inUnits: boolean;
}

const kindsIn = ({ from, to }: Stretch): readonly Kind[] => [
  {
    what: 'writes that came to nothing',
    inUnits: false,
    rows: sql`select user_id, null as currency, null::numeric as amount, null::numeric as seconds
      from operations where state = 'closed' and created_at >= ${from} and created_at < ${to}`,
  },
  {
    what: 'withdrawals that waited to be sent',
    inUnits: true,
    rows: sql`select user_id, currency, units as amount,
        extract(epoch from coalesce(broadcast_at, cancelled_at, failed_at, now()) - created_at) as seconds
      from withdrawals where created_at < ${to}
        and coalesce(broadcast_at, cancelled_at, failed_at, 'infinity') >= ${from}`,
  },
  {
    what: 'card payments made and not yet credited or given back',
    inUnits: false,
    rows: sql`select user_id, currency, amount::numeric as amount,
        extract(epoch from coalesce(refunded_at, case when status = 'success' then recorded_at end, now())
          - paid_at) as seconds
      from purchases where paid_at < ${to}
        and coalesce(refunded_at, case when status = 'success' then recorded_at end, 'infinity') >= ${from}`,
  },
  {
    what: 'deposits seen and not yet credited',
    inUnits: true,
    rows: sql`select user_id, currency, units as amount,
        extract(epoch from coalesce(credited_at, dropped_at, now()) - seen_at) as seconds
      from deposits where seen_at < ${to}
        and coalesce(credited_at, dropped_at, 'infinity') >= ${from}`,
  },
  {
    what: 'entries written into the books',
    inUnits: true,
    rows: sql`select journals.user_id, postings.currency, postings.amount, null::numeric as seconds
      from journals join postings on postings.journal_id = journals.id and postings.statement_of is not null
      where journals.created_at >= ${from} and journals.created_at < ${to}`,
  },
];

interface Sum {
  readonly currency: string | null;
  readonly sum: string | null;
  readonly operations: number;
  readonly longest: string | null;
}

const inWhole = (currency: string, amount: string): string =>
  isAssetCode(currency) ? formatUnits(BigInt(amount), assetOf(currency).scale) : amount;

async function touchedBy(reader: Reader, { what, rows, inUnits }: Kind): Promise<Touched> {
  const sums = await sql<Sum>`select currency, sum(abs(amount))::text as sum,
      count(*)::integer as operations, max(seconds)::text as longest
    from (${rows}) as kind group by currency order by currency`.execute(reader);
  const all = await sql<{ customers: number }>`
    select count(distinct user_id)::integer as customers from (${rows}) as kind`.execute(reader);
  const lasting = sums.rows.flatMap(({ longest }) => (longest === null ? [] : [Number(longest)]));
  return {
    what,
    customers: all.rows[0]?.customers ?? 0,
    operations: sums.rows.reduce((count, { operations }) => count + operations, 0),
    sums: Object.fromEntries(
      sums.rows.flatMap(({ currency, sum }) =>
        currency === null || sum === null
          ? []
          : [[currency, inUnits ? inWhole(currency, sum) : sum] as const],
      ),
    ),
    longestSeconds: lasting.length > 0 ? Math.round(Math.max(...lasting)) : undefined,
  };
}

async function allCustomers(reader: Reader, kinds: readonly Kind[]): Promise<number> {
  const each = kinds.map(({ rows }) => sql`select user_id from (${rows}) as kind`);
  const { rows } = await sql<{
    customers: number;
  }>`select count(distinct user_id)::integer as customers
    from (${sql.join(each, sql` union all `)}) as every`.execute(reader);
  return rows[0]?.customers ?? 0;
}

async function quietSeconds(reader: Reader, { from, to }: Stretch): Promise<number> {
  const { rows } = await sql<{ quiet: string | null }>`
    select max(extract(epoch from later - at))::text as quiet from (
      select at, lead(at) over (order by at) as later from (
        select created_at as at from journals where created_at >= ${from} and created_at < ${to}
        union all select ${from}::timestamptz
        union all select least(${to}::timestamptz, now())
      ) as moments
    ) as pauses`.execute(reader);
  return Math.round(Number(rows[0]?.quiet ?? 0));
}

/**
 * What our own records say about a span of time (OPS-09): which customers, operations and sums an outage
 * affected, and for how long. For reports that are due within hours.
 */
export async function incidentIn(reader: Reader, stretch: Stretch): Promise<Incident> {
  const kinds = kindsIn(stretch);
  const touched: Touched[] = [];
  for (const kind of kinds) touched.push(await touchedBy(reader, kind));
  return {
    touched,
    customers: await allCustomers(reader, kinds),
    quietSeconds: await quietSeconds(reader, stretch),
  };
}
