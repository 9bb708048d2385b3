import { sql } from 'kysely';
import { formatUnits } from '#core/money/decimal.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import type { SettledLine } from '#server/adapters/payment/payment.ts';
import type { Deps } from '#server/deps.ts';
import { takeDue } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

/*
 * What the provider of card payments settles, against the ledger's accounts `house/card` (HARD-93): each payment that
 * bought something stands there, each refund, and each charge-back by what was taken for it or is owed.
 */

/** Settlements are read by one process at a time; the cursor is the next day. */
const SOURCE = 'card-settlements';
const AGAIN_SECONDS = 15 * 60;
const LEASE_SECONDS = 300;
/** How long after midnight a provider may need to close a day. */
const CLOSING_SECONDS = 6 * 3600;
const DAY_SECONDS = 24 * 3600;
const DAY_MS = DAY_SECONDS * 1000;
/** How long after the end of a day its settlement is worth an alarm. */
const OVERDUE_MS = 3 * DAY_MS;
/** How long after it a movement stands in a settlement: acquirers settle on working days. */
const SETTLED_WITHIN_DAYS = 10;

const nextDay = (day: string): string =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/** The day to read, if one is over and due and no other process reads it. The first one is yesterday. */
async function takeDay({ db, clock }: Deps): Promise<string | undefined> {
  const today = new Date(clock.now() - DAY_MS).toISOString().slice(0, 10);
  await db
    .insertInto('custody_feeds')
    .values({ source: SOURCE, cursor: today, due_at: clock.sql, leased_until: clock.sql })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .execute();
  const closed = clock.sqlIn(-(DAY_SECONDS + CLOSING_SECONDS));
  const [taken] = await takeDue<{ readonly cursor: string }>(db, {
    table: 'custody_feeds',
    key: 'source',
    when: sql`source = ${SOURCE} and due_at <= ${clock.sql} and leased_until <= ${clock.sql}
      and cursor <= to_char(${closed} at time zone 'UTC', 'YYYY-MM-DD')`,
    order: sql`source`,
    most: 1,
    set: sql`due_at = ${clock.sqlIn(AGAIN_SECONDS)}, leased_until = ${clock.sqlIn(LEASE_SECONDS)}`,
  });
  return taken?.cursor;
}

/** Stores a day's settlement; false if another process has done so after this one's lease ended. */
const keep = (deps: Deps, day: string, lines: readonly SettledLine[]): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const { clock } = deps;
    const moved = await tx
      .updateTable('custody_feeds')
      .set({
        cursor: nextDay(day),
        due_at: clock.sql,
        leased_until: clock.sql,
        heard_at: clock.sql,
      })
      .where('source', '=', SOURCE)
      .where('cursor', '=', day)
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) return false;
    await tx.insertInto('card_settlements').values({ day, read_at: clock.sql }).execute();
    for (const { id, trackingId, kind, cents, currency } of lines) {
      await tx
        .insertInto('card_settlement_lines')
        .values({ id, day, purchase_id: trackingId, kind, cents: String(cents), currency })
        // A provider may settle late what it has told of before: it counts once.
        .onConflict((row) => row.doNothing())
        .execute();
    }
    return true;
  });

const kinds = {
  unknown: 'is of no purchase that we know',
  amount: 'is not what the purchase costs',
  'not-in-books': 'is settled, and `house/card` does not have it',
  books: 'stands in `house/card` with another amount than it bought',
  lacking: 'stands in `house/card`, and no settlement has it',
  refund: 'is refunded on one side only',
  'taken-back': 'was taken back by another amount than the books have taken and are owed',
} as const;

/** A difference between the settlements and the books. */
interface CardDifference {
  readonly kind: keyof typeof kinds;
  /** The purchase, or the provider's id of a transaction without one. */
  readonly about: string;
  readonly currency: string;
  /** In cents. */
  readonly settled: bigint;
  readonly books: bigint;
}

/** Days after the last movement of a purchase for which the daily comparison looks at it: as long as disputes are followed. */
const FOLLOWED_DAYS = 220;

/** The purchases of which something has moved since a day. */
const movedSince = (day: string) => sql`(
  select purchase_id from card_settlement_lines where day >= ${day}
  union select id from purchases where paid_at >= ${day}::timestamptz
  union select id from purchases where refunded_at >= ${day}::timestamptz
  union select purchase_id from charge_backs where heard_at >= ${day}::timestamptz)`;

/**
 * A purchase with all that was settled for it, and what `house/card` and its own row say; `since`: only those of which
 * something has moved since that day.
 */
const comparedSince = (since?: string) => sql`(
  with lines as (
    select purchase_id, min(currency) as currency, count(distinct currency) as currencies,
      min(id) as line, min(day) as first_day, max(day) as last_day,
      coalesce(sum(cents) filter (where kind = 'paid'), 0) as paid,
      coalesce(sum(cents) filter (where kind = 'refunded'), 0) as refunded,
      coalesce(sum(cents) filter (where kind = 'taken'), 0)
        - coalesce(sum(cents) filter (where kind = 'given'), 0) as taken
    from card_settlement_lines
    where ${since === undefined ? sql`true` : sql`purchase_id in ${movedSince(since)}`}
    group by purchase_id
  ), booked as (
    select purchases.*, round(purchases.amount::numeric * 100) as cents,
      (select -sum(amount) from postings join journals on journals.id = journal_id
        where journals.reference = 'purchase:' || purchases.id
          and account_id like 'house/card/%') as posted,
      exists (select from journals where reference = 'card-refunded:' || purchases.id) as undone
    from purchases
    where (status in ('success', 'refunding', 'refunded')
        and paid_at >= (select min(day)::timestamptz from card_settlements)
        or id in (select purchase_id from lines))
      and ${since === undefined ? sql`true` : sql`id in ${movedSince(since)}`}
  )
  select coalesce(booked.id, nullif(lines.purchase_id, ''), lines.line) as about,
    booked.id is not null as known, booked.status, booked.currency as own_currency, booked.cents,
    booked.posted, booked.crypto_units, booked.paid_at, booked.refunded_at, booked.undone,
    coalesce(lines.currency, booked.currency) as currency, coalesce(lines.currencies, 1) as currencies,
    coalesce(paid, 0) as paid, coalesce(refunded, 0) as refunded, coalesce(taken, 0) as taken,
    coalesce(charge_backs.charged + charge_backs.lost, 0) as charged,
    charge_backs.lost > 0 as by_bank, charge_backs.heard_at, lines.last_day
  from booked full join lines on lines.purchase_id = booked.id
  left join charge_backs on charge_backs.purchase_id = booked.id)`;

const dayText = (days: number) =>
  sql`(select to_char(max(day)::date - ${days}::integer, 'YYYY-MM-DD') from card_settlements)`;

/** Whether a moment is so long before the last settlement that it must be in one. */
const isOld = (moment: ReturnType<typeof sql>) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD') < ${dayText(SETTLED_WITHIN_DAYS)}`;

/**
 * Compares settlements with the ledger's accounts `house/card`: all, or what concerns purchases of which something has
 * moved since a day. It only reads.
 */
export async function cardDifferences(
  reader: Reader,
  since?: string,
): Promise<readonly CardDifference[]> {
  const { rows } = await sql<{
    kind: CardDifference['kind'];
    about: string;
    currency: string;
    settled: string;
    books: string;
  }>`
    with compared as (select * from ${comparedSince(since)} as compared)
    select 'unknown' as kind, about, currency, paid::text as settled, '0' as books
      from compared where not known
    union all select 'amount', about, currency, paid::text, cents::text
      from compared where known and paid > 0 and
        (paid <> cents or currency <> own_currency or currencies > 1)
    union all select 'not-in-books', about, currency, paid::text, '0'
      from compared where known and paid > 0 and posted is null
        and status not in ('refunding', 'refunded') and last_day < ${dayText(0)}
    union all select 'books', about, currency, paid::text, cents::text
      from compared where posted is not null and posted <> crypto_units
    union all select 'lacking', about, currency, '0', cents::text
      from compared where posted is not null and paid = 0 and ${isOld(sql`paid_at`)}
    union all select 'refund', about, currency, refunded::text, '0'
      from compared where known and refunded > 0 and last_day < ${dayText(0)}
        and (posted is not null and not undone or status not in ('refunding', 'refunded'))
    union all select 'refund', about, currency, '0', cents::text
      from compared where status = 'refunded' and refunded = 0 and not coalesce(by_bank, false)
        and ${isOld(sql`refunded_at`)}
    union all select 'taken-back', about, currency, taken::text, charged::text
      from compared where known and taken <> charged
        and (taken > charged and last_day < ${dayText(0)} or ${isOld(sql`heard_at`)})
    order by about, kind`.execute(reader);
  return rows.map(({ settled, books, ...more }) => ({
    ...more,
    settled: BigInt(settled),
    books: BigInt(books),
  }));
}

const moneyText = (cents: bigint, currency: string): string =>
  `${currency} ${formatUnits(cents, FIAT_SCALE, FIAT_SCALE)}`;

/** A difference as one line. */
const differenceText = ({ kind, about, currency, settled, books }: CardDifference): string =>
  `${about} ${kinds[kind]}: settled ${moneyText(settled, currency)}, books ${moneyText(books, currency)}`;

/** What was settled in each currency, and what `house/card` has of it. */
async function totals(reader: Reader): Promise<readonly string[]> {
  const { rows } = await sql<{
    currency: string;
    settled: string;
    booked: string;
    open: string;
    day: string;
  }>`select currency, sum(paid - refunded - taken)::text as settled,
      sum(case when posted is null or undone then 0 else cents end - charged)::text as booked,
      coalesce(sum(cents) filter (where posted is not null and not undone and paid = 0), 0)::text as open,
      (select max(day) from card_settlements) as day
    from ${comparedSince()} as compared where exists (select from card_settlements)
    group by currency order by currency`.execute(reader);
  return rows.map(
    ({ currency, settled, booked, open, day }) =>
      `Card settlements until ${day}: ${moneyText(BigInt(settled), currency)} by the provider, ${moneyText(BigInt(booked), currency)} by house/card, of which ${moneyText(BigInt(open), currency)} is not settled yet.`,
  );
}

/**
 * Reads the settlement of the next day that is over, once, and tells what differs from the books, each day until it is
 * gone or has not moved for long; `npm run check:ledger` tells all. It moves nothing: a person finds out which side is right.
 */
export async function readSettlement(deps: Deps): Promise<void> {
  const { payment } = deps.parties;
  if (!payment.settlement) return;
  const day = await takeDay(deps);
  if (day === undefined) return;
  const lines = await payment.settlement(day);
  if (!lines) {
    const late = deps.clock.now() - Date.parse(nextDay(day)) >= OVERDUE_MS;
    if (late) deps.log.error('settlement of card payments overdue', { day });
    return;
  }
  if (!(await keep(deps, day, lines))) return;
  const since = new Date(Date.parse(day) - FOLLOWED_DAYS * DAY_MS).toISOString().slice(0, 10);
  const differences = await cardDifferences(deps.db, since);
  const [first] = differences;
  if (!first) return;
  deps.log.error('settlement of card payments differs from the books', {
    day,
    count: differences.length,
    first: differenceText(first),
  });
}

export const cardSettlementLoop: Loop = {
  everyMs: 60_000,
  failed: 'settlements of card payments not read',
  round: readSettlement,
};

/** For the operator: the totals, what differs, and a day that is overdue. */
export async function settlementFindings(reader: Reader, now: number): Promise<readonly string[]> {
  const feed = await reader
    .selectFrom('custody_feeds')
    .select('cursor')
    .where('source', '=', SOURCE)
    .executeTakeFirst();
  const isLate = feed && now - Date.parse(nextDay(feed.cursor)) >= OVERDUE_MS;
  return [
    ...(await totals(reader)),
    ...(await cardDifferences(reader)).map(
      (one) => `A card settlement differs, ${differenceText(one)}`,
    ),
    ...(isLate ? [`The card settlement of ${feed.cursor} was not read yet.`] : []),
  ];
}
