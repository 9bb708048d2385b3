import { sql } from 'kysely';
import { formatUnits } from '#core/money/decimal.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { balancesOf } from './bank-balance.ts';
import { daysBefore, movementsSince } from './bank-movements.ts';

/** All cash has cents. */
const SCALE = 2;
/**
 * A difference between the bank and our books. `unknown`: an entry of no transfer we know. `amount`: another
 * sum than ours, or twice. `not-in-books`: our books do not have it in that state. `lacking`: our books have
 * it, but no statement does. `opening`: a day does not begin with the closing balance of the day before.
 * `balance`: the last closing balance has a part that no difference above explains, such as one from before the
 * first statement.
 */
export interface BankDifference {
  readonly kind: 'unknown' | 'amount' | 'not-in-books' | 'lacking' | 'opening' | 'balance';
  readonly day: string;
  readonly currency: string;
  /** Our id of the transfer or payout, or the bank's text. */
  readonly about: string;
  /** In cents; undefined if there is no entry. */
  readonly bank: bigint | undefined;
  readonly books: bigint | undefined;
}

interface Row {
  readonly kind: BankDifference['kind'];
  readonly day: string;
  readonly currency: string;
  readonly about: string;
  readonly bank: string | null;
  readonly books: string | null;
}

const unitsOf = (text: string | null): bigint | undefined =>
  text === null ? undefined : BigInt(text);

/** Days that do not begin with the closing balance of the day before. */
const gaps = sql`select 1 as place, 0 as line, 'opening' as kind, day, currency, account as about,
    opening as bank, before as books
  from (
    select day, currency, account, opening,
      lag(closing) over (partition by account order by day) as before
    from bank_statements
  ) as days where opening <> before`;

const unknown = sql`select 2, line, 'unknown', day, currency, array_to_string(refs, ' '), units, null
  from strange`;

/** The first difference of each transfer or payout, from all its entries. */
const ofEach = (last: string) => sql`select 3, line, kind, last_day, currency, about,
    case when kind <> 'lacking' then bank end,
    case kind when 'amount' then books when 'lacking' then -books end
  from (
    select line, last_day, currency, about, bank, books, case
      when bank <> books then 'amount'
      -- The bank is asked from time to time, so our books may have its movement on the next day.
      when last_day >= ${last} then null
      when not agrees then 'not-in-books'
      when wants is not null and not exists (select from stated as other
        where other.kind = one.wants and other.about = one.about) then 'lacking' end as kind
    from (
      -- For a recall, the books take what is available, and the rest later.
      select line, last_day, currency, about, bank, agrees, wants,
        case when books is null or kind = 'recall' then due else books end as books
      from moved where bank is not null
    ) as one
  ) as judged where kind is not null`;

/** What only our books have. */
const lacking = (first: string, last: string) => sql`select 4, 0, 'lacking', booked_day, currency,
    about, null, books
  from moved where bank is null and begun > ${first} and booked_day < ${last}`;

/** Balances that differ by more than what was told of single movements. */
async function unexplained(reader: Reader): Promise<readonly BankDifference[]> {
  return (await balancesOf(reader)).flatMap(({ day, currency, closing, apart, told }) =>
    apart === told
      ? []
      : {
          kind: 'balance' as const,
          ...{ day, currency, about: 'the closing balance', bank: closing },
          books: closing - (apart - told),
        },
  );
}

/**
 * Compares all the bank's statements from a day on with our books: the house's bank account, incoming
 * transfers and payouts. It only reads, and what agrees never leaves the database. A movement of our books counts as
 * lacking only once the next day's statement is there too, because banks close their days at other hours.
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
  const earlier = daysBefore(since);
  const { rows: differing } = await sql<Row>`
    with ${movementsSince({ entries: earlier, booked: earlier })}
    select kind, day, currency, about, bank::text as bank, books::text as books from (
      ${gaps} union all ${unknown} union all ${ofEach(last)} union all ${lacking(first, last)}
    ) as found where day >= ${since} order by day, place, line, about`.execute(reader);
  const found = differing.map(({ bank, books, ...row }) => ({
    ...row,
    bank: unitsOf(bank),
    books: unitsOf(books),
  }));
  return [...found, ...(await unexplained(reader)).filter(({ day }) => day >= since)].sort(
    (a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0),
  );
}

const sentences: Readonly<Record<BankDifference['kind'], string>> = {
  unknown: 'is of no transfer that we know',
  amount: 'is not what our books say',
  'not-in-books': 'is of one that our books have not moved',
  lacking: 'is in our books and in no statement',
  opening: 'is not what the day before ended with',
  balance: 'is not what the books, what is set aside and what is under way lead to',
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
