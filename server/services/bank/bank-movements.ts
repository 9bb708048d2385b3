import { type RawBuilder, sql } from 'kysely';
import { cashes } from '#core/domain/cash.ts';
import { accountId, house } from '#server/ledger/accounts.ts';
import type { Reader } from '#server/store/schema.ts';

/**
 * A bank entry may be this much older than our books' movement, because a payout leaves before it has
 * arrived.
 */
const BEFORE_DAYS = 35;
const DAY_MS = 24 * 3600_000;

/** The day from which movements of our books may belong to entries from this day on. */
export const daysBefore = (day: string): string =>
  new Date(Date.parse(day) - BEFORE_DAYS * DAY_MS).toISOString().slice(0, 10);

/**
 * The kinds of movements on the bank's account: a transfer comes in, is recalled by the payer's bank, or is
 * given back by us; a payout goes out, or comes back. One that was given back may be recalled all the same.
 */
export type Kind = 'in' | 'recall' | 'given-back' | 'out' | 'back';

export interface Entry {
  readonly account: string;
  readonly day: string;
  readonly line: number;
  readonly currency: string;
  readonly units: string;
  readonly refs: readonly string[];
}

/** An entry with the transfer or payout it belongs to. */
export interface Match {
  readonly account: string;
  readonly day: string;
  readonly line: number;
  readonly currency: string;
  readonly units: string;
  readonly kind: Kind;
  readonly about: string;
  /** The amount that the transfer or payout should have moved. */
  readonly due: string;
  /** Whether its state agrees with the entry. */
  readonly agrees: boolean;
  /** Another movement that a statement must contain because of its state. */
  readonly wants: Kind | null;
}

/** A movement of the house's bank account in our books. */
export interface Booked {
  readonly kind: Kind | null;
  readonly about: string;
  readonly currency: string;
  readonly units: string;
  readonly day: string;
  /** When it began: a movement from before the first statement may be in an earlier one. */
  readonly begun: string;
}

/** Why a transfer is set aside that was given back and taken back as well: the house has lost it. */
export const LOST = 'reversed-after-return';

const sameRef = (column: RawBuilder<unknown>) => sql`lower(replace(${column}, '-', '')) = ref`;
const dayIn = (moment: RawBuilder<unknown>) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD')`;

export async function matchesSince(reader: Reader, from: string): Promise<readonly Match[]> {
  const cents = sql`round(amount::numeric * 100)`;
  const lost = sql`reason = ${LOST}`;
  const { rows } = await sql<Match>`with named as (
      select account, day, line, currency, units, unnest(refs) as ref
      from bank_statement_entries join bank_statements using (account, day) where day >= ${from}
    )
    select account, day, line, named.currency, named.units::text, id as about,
      case when units > 0 then 'in' else 'recall' end as kind,
      (case when units > 0 then ${cents} else -${cents} end)::text as due,
      case when units > 0 then state <> 'pending' and not (state = 'rejected' and reason = 'given-up')
        else state in ('recalled', 'rejected') or ${lost} end as agrees,
      case when units < 0 then null when state in ('recalled', 'rejected') or ${lost} then 'recall'
        when state = 'returned' then 'given-back' end as wants
    from named join bank_transfers transfers
      on ${sameRef(sql`external_id`)} and transfers.currency = named.currency
    union select account, day, line, named.currency, named.units::text, id, 'given-back',
      (-${cents})::text, state in ('returning', 'returned') or ${lost}, null
    from named join bank_transfers transfers
      on ${sameRef(sql`id`)} and transfers.currency = named.currency
    union select account, day, line, named.currency, named.units::text, id,
      case when named.units > 0 then 'back' else 'out' end,
      (case when named.units > 0 then payouts.units else -payouts.units end)::text,
      case when named.units > 0 then status in ('failed', 'refunded')
        else status <> 'cancelled' end,
      case when named.units < 0 and status = 'refunded' then 'back' end
    from named join withdrawals payouts
      on ${sameRef(sql`id`)} and payouts.currency = named.currency and holder <> ''`.execute(
    reader,
  );
  return rows;
}

export async function entriesSince(reader: Reader, from: string): Promise<readonly Entry[]> {
  const { rows } = await sql<Entry>`select account, day, line, currency, units::text, refs
    from bank_statement_entries join bank_statements using (account, day)
    where day >= ${from} order by day, account, line`.execute(reader);
  return rows;
}

/**
 * The movements of the house's bank account by journal; a recall in parts counts as one. Postings have an index by
 * time.
 */
export async function bookedSince(reader: Reader, from: string): Promise<readonly Booked[]> {
  const accounts = cashes.map(({ code }) => accountId(house('bank', code)));
  const { rows } = await sql<Booked>`select case split_part(journals.reference, ':', 1)
        when 'cash-in' then 'in' when 'cash-recalled' then 'recall' when 'cash-lost' then 'recall'
        when 'withdrawal-sent' then 'out' when 'withdrawal-returned' then 'back' end as kind,
      coalesce(nullif(split_part(journals.reference, ':', 2), ''), journals.id) as about,
      postings.currency, (-sum(postings.amount))::text as units,
      min(${dayIn(sql`journals.created_at`)}) as day,
      min(${dayIn(sql`coalesce(seen_at, withdrawals.created_at, journals.created_at)`)}) as begun
    from postings join journals on journals.id = journal_id
    left join bank_transfers on bank_transfers.id = split_part(journals.reference, ':', 2)
    left join withdrawals on withdrawals.id = split_part(journals.reference, ':', 2)
    where account_id = any(${accounts}) and postings.created_at >= ${new Date(from)}
    group by 1, 2, 3 order by 5, 2`.execute(reader);
  return rows;
}

export const keyOf = ({ kind, about }: Pick<Match | Booked, 'kind' | 'about'>): string =>
  `${kind ?? 'other'} ${about}`;
