import { type RawBuilder, sql } from 'kysely';
import { cashes, isKeptCode, keptOf } from '#core/money/cash.ts';
import { formatUnits } from '#core/money/decimal.ts';
import type { Reader } from '#server/store/schema/schema.ts';

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

/** What was done within so many seconds did not wait. */
const WAITED_SECONDS = 60;

interface Span {
  readonly begin: RawBuilder<unknown>;
  /** Null while it lasts. */
  readonly end: RawBuilder<unknown>;
}

/** Whether something waited longer than usual, or waits still, and did so in this stretch. */
const waitedIn = ({ from, to }: Stretch, { begin, end }: Span) => sql`${begin} < ${to}
  and coalesce(${end}, 'infinity') >= ${from}
  and (${end} is null or ${end} - ${begin} >= make_interval(secs => ${WAITED_SECONDS}))`;

const secondsOf = ({ begin, end }: Span) =>
  sql`extract(epoch from coalesce(${end}, now()) - ${begin}) as seconds`;

const isCash = sql`currency = any(${cashes.map(({ code }) => code)}::text[])`;
/** The bank's own text of an amount. */
const numberIn = (text: RawBuilder<unknown>) =>
  sql`case when ${text} ~ '^[0-9]{1,30}([.][0-9]{1,10})?$' then ${text}::numeric end`;
const ofBank: Span = { begin: sql`seen_at`, end: sql`ended_at` };
const ofWithdrawal: Span = {
  begin: sql`created_at`,
  end: sql`coalesce(broadcast_at, cancelled_at, failed_at)`,
};
const ofPurchase: Span = {
  begin: sql`paid_at`,
  end: sql`coalesce(refunded_at, case when status = 'success' then recorded_at end)`,
};
const ofDeposit: Span = { begin: sql`seen_at`, end: sql`coalesce(credited_at, dropped_at)` };
const ofScreening: Span = {
  begin: sql`held.asked_at`,
  end: sql`case held.state when 'asked' then null when 'clear' then coalesce(answered_at, held.asked_at)
    else decided_at end`,
};
const ofTravelRule: Span = {
  begin: sql`held.asked_at`,
  end: sql`case when held.state not in ('due', 'asked', 'pending', 'contradicted') then coalesce(answered_at, held.asked_at) end`,
};

/** What a table that holds transfers says of them, with what each is about. */
const heldIn = (stretch: Stretch, table: 'screenings' | 'travel_rule', span: Span) => sql`
  select held.user_id, coalesce(withdrawals.currency, deposits.currency, banked.currency) as currency,
    coalesce(withdrawals.units, deposits.units, round(${numberIn(sql`banked.amount`)} * 100)) as amount, ${secondsOf(span)}
  from ${sql.table(table)} as held
    left join withdrawals on subject = 'withdrawal' and withdrawals.id = held.reference
    left join deposits on subject = 'deposit' and deposits.id = held.reference
    left join bank_transfers as banked on subject = 'transfer' and banked.id = held.reference
  where subject <> 'customer' and held.state <> 'before' and ${waitedIn(stretch, span)}`;

function kindsIn(stretch: Stretch): readonly Kind[] {
  const { from, to } = stretch;
  const withdrawals = (of: RawBuilder<unknown>) => sql`
    select user_id, currency, units as amount, ${secondsOf(ofWithdrawal)}
    from withdrawals where ${of} and ${waitedIn(stretch, ofWithdrawal)}`;
  const transfers = (states: readonly string[]) => sql`
    select user_id, currency, ${numberIn(sql`amount`)} as amount, ${secondsOf(ofBank)}
    from bank_transfers where state = any(${states}::text[])`;
  return [
    {
      what: 'writes that came to nothing',
      inUnits: false,
      rows: sql`select user_id, null as currency, null::numeric as amount, null::numeric as seconds
        from operations where state = 'closed' and created_at >= ${from} and created_at < ${to}`,
    },
    {
      what: 'withdrawals that waited to be sent',
      inUnits: true,
      rows: withdrawals(sql`not (${isCash})`),
    },
    {
      what: 'payouts of cash that waited to be sent',
      inUnits: true,
      rows: withdrawals(isCash),
    },
    {
      what: 'transfers held by screening or rules',
      inUnits: true,
      rows: heldIn(stretch, 'screenings', ofScreening),
    },
    {
      what: 'transfers that waited for the Travel Rule',
      inUnits: true,
      rows: heldIn(stretch, 'travel_rule', ofTravelRule),
    },
    {
      what: 'card payments made and not yet credited or given back',
      inUnits: false,
      rows: sql`select user_id, currency, amount::numeric as amount, ${secondsOf(ofPurchase)}
        from purchases where ${waitedIn(stretch, ofPurchase)}`,
    },
    {
      what: 'deposits seen and not yet credited',
      inUnits: true,
      rows: sql`select user_id, currency, units as amount, ${secondsOf(ofDeposit)}
        from deposits where ${waitedIn(stretch, ofDeposit)}`,
    },
    {
      what: 'bank transfers seen and not yet credited',
      inUnits: false,
      rows: sql`${transfers(['pending', 'checking', 'aside', 'credited'])} and ${waitedIn(stretch, ofBank)}`,
    },
    {
      what: 'bank transfers given back to their payers',
      inUnits: false,
      rows: sql`${transfers(['returning', 'returned'])}
        and seen_at < ${to} and coalesce(ended_at, 'infinity') >= ${from}`,
    },
    {
      what: 'bank transfers taken back by the payer’s bank',
      inUnits: false,
      rows: sql`${transfers(['recalled'])} and ended_at >= ${from} and ended_at < ${to}`,
    },
    {
      what: 'recurring buys that were not made',
      inUnits: true,
      rows: sql`select user_id, cash as currency, units as amount, null::numeric as seconds
        from recurring_runs join recurring_buys on recurring_buys.id = buy_id
        where outcome not in ('bought', 'skipped')
          and recurring_runs.created_at >= ${from} and recurring_runs.created_at < ${to}`,
    },
    {
      what: 'entries written into the books',
      inUnits: true,
      rows: sql`select journals.user_id, postings.currency, postings.amount, null::numeric as seconds
        from journals join postings on postings.journal_id = journals.id and postings.statement_of is not null
        where journals.created_at >= ${from} and journals.created_at < ${to}`,
    },
  ];
}

interface Sum {
  readonly currency: string | null;
  readonly sum: string | null;
  readonly operations: number;
  readonly longest: string | null;
}

const inWhole = (currency: string, amount: string): string =>
  isKeptCode(currency) ? formatUnits(BigInt(amount), keptOf(currency).scale) : amount;

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
