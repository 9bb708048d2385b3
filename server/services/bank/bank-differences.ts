import { type RawBuilder, sql } from 'kysely';
import { cashes } from '#core/domain/cash.ts';
import { formatUnits } from '#core/domain/decimal.ts';
import { accountId, house } from '#server/ledger/accounts.ts';
import type { Reader } from '#server/store/schema.ts';

/** All cash has cents. */
const SCALE = 2;
/**
 * A bank entry may be this much older than our books' movement, because a payout leaves before it has
 * arrived.
 */
const BEFORE_DAYS = 35;
const DAY_MS = 24 * 3600_000;

/**
 * The kinds of movements on the bank's account: a transfer comes in, is recalled by the payer's bank, or is
 * given back by us; a payout goes out, or comes back.
 */
type Kind = 'in' | 'recall' | 'given-back' | 'out' | 'back';

/**
 * A difference between the bank and our books. `unknown`: an entry of no transfer we know. `amount`: another
 * sum than ours, or twice. `not-in-books`: our books do not have it in that state. `lacking`: our books have
 * it, but no statement does. `opening`: a day does not begin with the closing balance of the day before.
 */
export interface BankDifference {
  readonly kind: 'unknown' | 'amount' | 'not-in-books' | 'lacking' | 'opening';
  readonly day: string;
  readonly currency: string;
  /** Our id of the transfer or payout, or the bank's text. */
  readonly about: string;
  /** In cents; undefined if there is no entry. */
  readonly bank: bigint | undefined;
  readonly books: bigint | undefined;
}

interface Entry {
  readonly account: string;
  readonly day: string;
  readonly line: number;
  readonly currency: string;
  readonly units: string;
  readonly refs: readonly string[];
}

/** An entry with the transfer or payout it belongs to. */
interface Match {
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
interface Booked {
  readonly kind: Kind | null;
  readonly about: string;
  readonly currency: string;
  readonly units: string;
  readonly day: string;
  /** When it began: a movement from before the first statement may be in an earlier one. */
  readonly begun: string;
}

const sameRef = (column: RawBuilder<unknown>) => sql`lower(replace(${column}, '-', '')) = ref`;
const dayIn = (moment: RawBuilder<unknown>) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD')`;

async function matchesSince(reader: Reader, from: string): Promise<readonly Match[]> {
  const cents = sql`round(amount::numeric * 100)`;
  const { rows } = await sql<Match>`with named as (
      select account, day, line, currency, units, unnest(refs) as ref
      from bank_statement_entries join bank_statements using (account, day) where day >= ${from}
    )
    select account, day, line, named.currency, named.units::text, id as about,
      case when units > 0 then 'in' else 'recall' end as kind,
      (case when units > 0 then ${cents} else -${cents} end)::text as due,
      case when units > 0 then state <> 'pending' else state in ('recalled', 'rejected') end
        as agrees,
      case when units < 0 then null when state in ('recalled', 'rejected') then 'recall'
        when state = 'returned' then 'given-back' end as wants
    from named join bank_transfers transfers
      on ${sameRef(sql`external_id`)} and transfers.currency = named.currency
    union select account, day, line, named.currency, named.units::text, id, 'given-back',
      (-${cents})::text, state in ('returning', 'returned'), null
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

async function entriesSince(reader: Reader, from: string): Promise<readonly Entry[]> {
  const { rows } = await sql<Entry>`select account, day, line, currency, units::text, refs
    from bank_statement_entries join bank_statements using (account, day)
    where day >= ${from} order by day, account, line`.execute(reader);
  return rows;
}

/**
 * The movements of the house's bank account by journal; a recall in parts counts as one. Postings have an index by
 * time.
 */
async function bookedSince(reader: Reader, from: string): Promise<readonly Booked[]> {
  const accounts = cashes.map(({ code }) => accountId(house('bank', code)));
  const { rows } = await sql<Booked>`select case split_part(journals.reference, ':', 1)
        when 'cash-in' then 'in' when 'cash-recalled' then 'recall'
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

/** Days that do not begin with the closing balance of the day before. */
async function gaps(reader: Reader, from: string): Promise<readonly BankDifference[]> {
  const { rows } = await sql<{
    day: string;
    currency: string;
    about: string;
    bank: string;
    books: string;
  }>`
    select * from (
      select day, currency, account as about, opening::text as bank,
        lag(closing) over (partition by account order by day)::text as books
      from bank_statements
    ) as days where day >= ${from} and bank <> books order by day`.execute(reader);
  return rows.map(({ bank, books, ...more }) => ({
    ...more,
    kind: 'opening',
    bank: BigInt(bank),
    books: BigInt(books),
  }));
}

const keyOf = ({ kind, about }: Pick<Match | Booked, 'kind' | 'about'>): string =>
  `${kind ?? 'other'} ${about}`;
const lineOf = ({ account, day, line }: Pick<Entry, 'account' | 'day' | 'line'>): string =>
  `${day} ${line} ${account}`;

const total = (rows: readonly Pick<Match, 'units'>[]): bigint =>
  rows.reduce((all, { units }) => all + BigInt(units), 0n);

/** The differences of one transfer or payout, from all its entries. */
function ofOne(
  entries: readonly Match[],
  booked: Booked | undefined,
  has: (key: string) => boolean,
  lastDay: string,
): readonly BankDifference[] {
  const last = entries.at(-1);
  if (!last) return [];
  const { day, currency, about, kind, wants } = last;
  const bank = total(entries);
  // For a recall, the books take what is available, and the rest later.
  const books = booked && kind !== 'recall' ? BigInt(booked.units) : BigInt(last.due);
  const difference = { day, currency, about, bank, books };
  if (bank !== books) return [{ ...difference, kind: 'amount' }];
  // The bank is asked from time to time, so our books may have its movement on the next day.
  if (day >= lastDay) return [];
  if (!last.agrees) return [{ ...difference, kind: 'not-in-books', books: undefined }];
  return wants && !has(keyOf({ kind: wants, about }))
    ? [{ ...difference, kind: 'lacking', bank: undefined, books: -books }]
    : [];
}

/**
 * Compares all the bank's statements from a day on with our books: the house's bank account, incoming
 * transfers and payouts. It only reads. A movement of our books counts as lacking only once the next day's
 * statement is there too, because banks close their days at other hours.
 */
export async function bankDifferences(
  reader: Reader,
  from?: string,
): Promise<readonly BankDifference[]> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(day) as first, max(day) as last from bank_statements`.execute(reader);
  const { first, last } = rows[0] ?? {};
  if (!first || !last) return [];
  const since = from ?? first;
  const earlier = new Date(Date.parse(since) - BEFORE_DAYS * DAY_MS).toISOString().slice(0, 10);
  const matches = await matchesSince(reader, earlier);
  const booked = new Map((await bookedSince(reader, earlier)).map((one) => [keyOf(one), one]));
  const known = new Set(matches.map(lineOf));
  const groups = Map.groupBy(matches, keyOf);
  const unknown = (await entriesSince(reader, since)).filter((one) => !known.has(lineOf(one)));
  return [
    ...(await gaps(reader, since)),
    ...unknown.map(
      ({ day, currency, units, refs }): BankDifference => ({
        kind: 'unknown',
        day,
        currency,
        about: refs.join(' '),
        bank: BigInt(units),
        books: undefined,
      }),
    ),
    ...[...groups].flatMap(([key, all]) =>
      ofOne(all, booked.get(key), (other) => groups.has(other), last),
    ),
    ...[...booked].flatMap(([key, { day, begun, currency, about, units }]) =>
      groups.has(key) || begun <= first || day >= last
        ? []
        : { kind: 'lacking' as const, day, currency, about, bank: undefined, books: BigInt(units) },
    ),
  ]
    .filter(({ day }) => day >= since)
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

const sentences: Readonly<Record<BankDifference['kind'], string>> = {
  unknown: 'is of no transfer that we know',
  amount: 'is not what our books say',
  'not-in-books': 'is of one that our books have not moved',
  lacking: 'is in our books and in no statement',
  opening: 'is not what the day before ended with',
};

/** A difference as one line. */
export function differenceText({
  kind,
  day,
  currency,
  about,
  bank,
  books,
}: BankDifference): string {
  const text = (units: bigint | undefined) =>
    units === undefined ? 'nothing' : formatUnits(units, SCALE, SCALE);
  return `${day} ${currency}: bank ${text(bank)}, books ${text(books)}: ${about} ${sentences[kind]}`;
}
