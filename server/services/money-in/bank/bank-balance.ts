import { type RawBuilder, sql } from 'kysely';
import type { CashCode } from '#core/money/cash.ts';
import { accountId, house } from '#server/ledger/accounts.ts';
import { houseBalances } from '#server/ledger/house-totals.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { daysBefore, LOST, movementsSince } from './bank-movements.ts';

/** A currency at the bank, by its last statement and by our books, in cents. */
export interface BankBalance {
  readonly currency: CashCode;
  /** The day of the last statement. */
  readonly day: string;
  readonly closing: bigint;
  readonly books: bigint;
  /** What is at the bank and belongs to no customer: set aside, or going back. */
  readonly aside: bigint;
  /** What only one of the two sides has booked so far, seen from the bank. */
  readonly underWay: bigint;
  /** The closing balance less all of these: what the bank has and nothing explains. */
  readonly apart: bigint;
  /** The part of it that single movements explain, each of which is told as a difference of its own. */
  readonly told: bigint;
}

/**
 * Each currency's closing balance, and by how much its days began with another balance than the one before ended with.
 * An account without a statement of the last day keeps its last closing balance.
 */
const closings = sql`select currency, max(day) as day, min(first) as first,
    sum(closing) as closing, sum(gaps) as gaps
  from (
    select distinct on (account) account, currency, day, closing,
      min(day) over (partition by account) as first,
      sum(opening - coalesce(before, opening)) over (partition by account) as gaps
    from (
      select *, lag(closing) over (partition by account order by day) as before
      from bank_statements
    ) as days order by account, day desc
  ) as last group by currency`;

/** How movements' entries and our bookings differ: what of it is aside, under way, or told as a difference. */
const parts = sql`select currency,
    sum(case when books is null and kind not in ('out', 'back') then bank end) as aside,
    sum(case
      when books is null then case when kind in ('out', 'back') then bank end
      -- The customer owes what the books could not take yet.
      when bank is not null then case when kind = 'recall' then bank - books end
      when begun > first and booked_day >= closed.day then -books end) as under_way,
    sum(case
      when books is null then null
      when bank is not null then case when kind <> 'recall' then bank - books end
      when begun > first and booked_day < closed.day then -books end) as told
  from closed join moved using (currency) group by currency`;

const isStated = (id: RawBuilder<unknown>, ...kinds: readonly string[]) =>
  sql`exists (select from stated where about = ${id} and kind = any(${kinds}::text[]))`;

/**
 * What came to the bank, or left it, before the first statement and is in our books later or never: transfers that
 * were set aside then or were going back, and what is still owed for one that was recalled.
 */
const earlier = sql`select currency, sum(case
      when state = 'recalled' then case when is_over then -owed else 0 end
      when state <> 'returned' or not is_over or ${isStated(sql`id`, 'given-back')} then units
      else 0 end) as units
  from (
    select id, state, owed, closed.currency, round(amount::numeric * 100) as units,
      coalesce(ended_at < began, false) as is_over
    from (select currency, (first || 'T00:00:00Z')::timestamptz as began from closed) as closed
    join bank_transfers on bank_transfers.currency = closed.currency and seen_at < began
    where settled_at is null and reason <> ${LOST}
      and state in ('checking', 'aside', 'returning', 'returned', 'recalled')
      and (state <> 'recalled' or owed > 0)
      and not ${isStated(sql`id`, 'in', 'recall')}
  ) as transfers group by currency`;

interface Sums {
  readonly currency: CashCode;
  readonly day: string;
  readonly closing: string;
  readonly aside: string;
  readonly under_way: string;
  readonly told: string;
}

/**
 * Reconciles the bank's last closing balances with our books (HARD-62): it reads all statements. Each day's opening
 * balance is compared with the one before, and a statement's entries lead from one to the other, so that a balance
 * which is right on the last day was right on all.
 */
export async function balancesOf(reader: Reader): Promise<readonly BankBalance[]> {
  const earliest = await reader
    .selectFrom('bank_statements')
    .select((row) => row.fn.min('day').as('day'))
    .executeTakeFirst();
  if (!earliest?.day) return [];
  const since = { entries: earliest.day, booked: daysBefore(earliest.day) };
  const { rows } = await sql<Sums>`with ${movementsSince(since)},
    closed as materialized (${closings}), parts as (${parts}), earlier as (${earlier}),
    nameless as (select currency, sum(units) as units from strange group by currency)
    select currency, day, closing::text as closing,
      (coalesce(aside, 0) + coalesce(earlier.units, 0))::text as aside,
      coalesce(under_way, 0)::text as under_way,
      (coalesce(told, 0) + gaps + coalesce(nameless.units, 0))::text as told
    from closed left join parts using (currency) left join earlier using (currency)
      left join nameless using (currency)
    order by currency`.execute(reader);
  const houses = await houseBalances(reader);
  return rows.map(({ currency, day, told, ...row }) => {
    const closing = BigInt(row.closing);
    const books = -(houses.get(accountId(house('bank', currency))) ?? 0n);
    const aside = BigInt(row.aside);
    const underWay = BigInt(row.under_way);
    const apart = closing - books - aside - underWay;
    return { currency, day, closing, books, aside, underWay, apart, told: BigInt(told) };
  });
}
