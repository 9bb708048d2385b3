import { type RawBuilder, sql } from 'kysely';
import { cashes } from '#core/money/cash.ts';
import { accountId, house } from '#server/ledger/accounts.ts';

/**
 * A bank entry may be this much older than our books' movement, because a payout leaves before it has
 * arrived.
 */
const BEFORE_DAYS = 35;
const DAY_MS = 24 * 3600_000;

/** The day from which movements of our books may belong to entries from this day on. */
export const daysBefore = (day: string): string =>
  new Date(Date.parse(day) - BEFORE_DAYS * DAY_MS).toISOString().slice(0, 10);

/*
 * The kinds of movements on the bank's account: a transfer comes `in`, is recalled by the payer's bank (`recall`), or is
 * `given-back` by us; a payout goes `out`, or comes `back`. One that was given back may be recalled all the same.
 */

/** Why a transfer is set aside that was given back and taken back as well: the house has lost it. */
export const LOST = 'reversed-after-return';

const CENTS = sql`round(amount::numeric * 100)`;
const isLost = sql`reason = ${LOST}`;
const houseAccounts = cashes.map(({ code }) => accountId(house('bank', code)));
const sameRef = (column: RawBuilder<unknown>) => sql`lower(replace(${column}, '-', '')) = ref`;
const dayIn = (moment: RawBuilder<unknown>) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD')`;

/** The entries of statements since a day, each under every reference that it names. */
const matches = sql`
  select account, day, line, named.currency, named.units, id as about,
    case when units > 0 then 'in' else 'recall' end as kind,
    case when units > 0 then ${CENTS} else -${CENTS} end as due,
    case when units > 0 then state <> 'pending' and not (state = 'rejected' and reason = 'given-up')
      else state in ('recalled', 'rejected') or ${isLost} end as agrees,
    case when units < 0 then null when state in ('recalled', 'rejected') or ${isLost} then 'recall'
      when state = 'returned' then 'given-back' end as wants
  from named join bank_transfers transfers
    on ${sameRef(sql`external_id`)} and transfers.currency = named.currency
  union select account, day, line, named.currency, named.units, id, 'given-back',
    -${CENTS}, state in ('returning', 'returned') or ${isLost}, null
  from named join bank_transfers transfers
    on ${sameRef(sql`id`)} and transfers.currency = named.currency
  union select account, day, line, named.currency, named.units, id,
    case when named.units > 0 then 'back' else 'out' end,
    case when named.units > 0 then payouts.units else -payouts.units end,
    case when named.units > 0 then status in ('failed', 'refunded')
      else status <> 'cancelled' end,
    case when named.units < 0 and status = 'refunded' then 'back' end
  from named join withdrawals payouts
    on ${sameRef(sql`id`)} and payouts.currency = named.currency and holder <> ''`;

/**
 * The movements of the house's bank account by journal; a recall in parts counts as one. Postings have an index by
 * time.
 */
const bookedSince = (from: string) => sql`
  select coalesce(case split_part(journals.reference, ':', 1)
      when 'cash-in' then 'in' when 'cash-recalled' then 'recall' when 'cash-lost' then 'recall'
      when 'withdrawal-sent' then 'out' when 'withdrawal-returned' then 'back' end, 'other') as kind,
    coalesce(nullif(split_part(journals.reference, ':', 2), ''), journals.id) as about,
    postings.currency, -sum(postings.amount) as books,
    min(${dayIn(sql`journals.created_at`)}) as booked_day,
    min(${dayIn(sql`coalesce(seen_at, withdrawals.created_at, journals.created_at)`)}) as begun
  from postings join journals on journals.id = journal_id
  left join bank_transfers on bank_transfers.id = split_part(journals.reference, ':', 2)
  left join withdrawals on withdrawals.id = split_part(journals.reference, ':', 2)
  where account_id = any(${houseAccounts}) and postings.created_at >= ${new Date(from)}
  group by 1, 2, 3`;

interface Since {
  /** The first day of the statements. */
  readonly entries: string;
  /** The first day of our books. */
  readonly booked: string;
}

/**
 * The first parts of a query, so that the database puts all of it together and only what comes of it is in our memory
 * (HARD-95): `moved`, each movement with the sum of its entries and what our books have of it; `stated`, those that
 * statements have; `strange`, the entries of no transfer that we know. What a transfer or payout should have moved
 * (`due`), whether its state `agrees`, and which other movement a statement must contain because of it (`wants`), is
 * the same for all entries of one movement.
 */
export const movementsSince = ({ entries, booked }: Since) => sql`
  entries as materialized (
    select account, day, line, currency, units, refs
    from bank_statement_entries join bank_statements using (account, day) where day >= ${entries}
  ),
  named as (select account, day, line, currency, units, unnest(refs) as ref from entries),
  matches as materialized (${matches}),
  strange as (
    select day, account, line, currency, units, refs from entries where not exists (
      select from matches where matches.account = entries.account and matches.day = entries.day
        and matches.line = entries.line)
  ),
  stated as materialized (
    select kind, about, currency, sum(units) as bank, max(day) as last_day, min(line) as line, min(due) as due,
      bool_and(agrees) as agrees, min(wants) as wants
    from matches group by kind, about, currency
  ),
  booked as (${bookedSince(booked)}),
  moved as materialized (select * from stated full join booked using (kind, about, currency))`;
