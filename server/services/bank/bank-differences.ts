import { sql } from 'kysely';
import { formatUnits } from '#core/domain/decimal.ts';
import type { Reader } from '#server/store/schema.ts';
import { balancesOf } from './bank-balance.ts';
import {
  type Booked,
  bookedSince,
  daysBefore,
  type Entry,
  entriesSince,
  keyOf,
  type Match,
  matchesSince,
} from './bank-movements.ts';

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
  const earlier = daysBefore(since);
  const matches = await matchesSince(reader, earlier);
  const movements = await bookedSince(reader, earlier);
  const booked = new Map(movements.map((one) => [keyOf(one), one]));
  const known = new Set(matches.map(lineOf));
  const groups = Map.groupBy(matches, keyOf);
  const unknown = (await entriesSince(reader, since)).filter((one) => !known.has(lineOf(one)));
  const found: readonly BankDifference[] = [
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
  ];
  return [...found, ...(await unexplained(reader))]
    .filter(({ day }) => day >= since)
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
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
