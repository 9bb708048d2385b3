import { sql } from 'kysely';
import type { CashCode } from '#core/domain/cash.ts';
import { accountId, house } from '#server/ledger/accounts.ts';
import { houseBalances } from '#server/ledger/house-totals.ts';
import type { Reader } from '#server/store/schema.ts';
import {
  type Booked,
  bookedSince,
  daysBefore,
  entriesSince,
  keyOf,
  type Match,
  matchesSince,
} from './bank-movements.ts';

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

const sum = (all: readonly { readonly units: string }[]): bigint =>
  all.reduce((total, { units }) => total + BigInt(units), 0n);

interface Closing {
  readonly currency: CashCode;
  readonly day: string;
  readonly first: string;
  readonly closing: string;
  /** By how much days began with another balance than the one before ended with. */
  readonly gaps: string;
}

/** An account without a statement of the last day keeps its last closing balance. */
async function closings(reader: Reader): Promise<readonly Closing[]> {
  const { rows } = await sql<Closing>`select currency, max(day) as day, min(first) as first,
      sum(closing)::text as closing, sum(gaps)::text as gaps
    from (
      select distinct on (account) account, currency, day, closing,
        min(day) over (partition by account) as first,
        sum(opening - coalesce(before, opening)) over (partition by account) as gaps
      from (
        select *, lag(closing) over (partition by account order by day) as before
        from bank_statements
      ) as days order by account, day desc
    ) as last group by currency order by currency`.execute(reader);
  return rows;
}

/**
 * What came to the bank, or left it, before the first statement and is in our books later or never: transfers that
 * were set aside then or were going back, and what is still owed for one that was recalled.
 */
async function earlierThan(
  reader: Reader,
  { currency, first }: Closing,
  stated: (kind: string, id: string) => boolean,
): Promise<bigint> {
  const { rows } = await sql<{
    id: string;
    state: string;
    units: string;
    owed: string;
    over: boolean;
  }>`
    select id, state, round(amount::numeric * 100)::text as units, owed::text as owed,
      coalesce(ended_at < ${new Date(first)}, false) as over
    from bank_transfers where currency = ${currency} and seen_at < ${new Date(first)}
      and settled_at is null
      and state in ('checking', 'aside', 'returning', 'returned', 'recalled')
      and (state <> 'recalled' or owed > 0)`.execute(reader);
  return rows
    .filter(({ id }) => !stated('in', id) && !stated('recall', id))
    .reduce((total, { id, state, units, owed, over }) => {
      if (state === 'recalled') return over ? total - BigInt(owed) : total;
      const isThere = state !== 'returned' || !over || stated('given-back', id);
      return isThere ? total + BigInt(units) : total;
    }, 0n);
}

/** How one movement's entries and our bookings differ: what of it is aside, under way, or told as a difference. */
function partOf(
  entries: readonly Match[],
  booked: Booked | undefined,
  { first, day }: Closing,
): { readonly aside: bigint; readonly underWay: bigint; readonly told: bigint } {
  const nothing = { aside: 0n, underWay: 0n, told: 0n };
  const bank = sum(entries);
  const [entry] = entries;
  if (!booked) {
    const isPayout = entry?.kind === 'out' || entry?.kind === 'back';
    return isPayout ? { ...nothing, underWay: bank } : { ...nothing, aside: bank };
  }
  const books = BigInt(booked.units);
  // The customer owes what the books could not take yet.
  if (entry) return { ...nothing, [entry.kind === 'recall' ? 'underWay' : 'told']: bank - books };
  if (booked.begun <= first) return nothing;
  return { ...nothing, [booked.day >= day ? 'underWay' : 'told']: -books };
}

/**
 * Reconciles the bank's last closing balances with our books (HARD-62): it reads all statements. Each day's opening
 * balance is compared with the one before, and a statement's entries lead from one to the other, so that a balance
 * which is right on the last day was right on all.
 */
export async function balancesOf(reader: Reader): Promise<readonly BankBalance[]> {
  const all = await closings(reader);
  const [earliest] = all.map(({ first }) => first).sort();
  if (earliest === undefined) return [];
  const matches = await matchesSince(reader, earliest);
  const known = new Set(matches.map(({ account, day, line }) => `${day} ${line} ${account}`));
  const unknown = (await entriesSince(reader, earliest)).filter(
    ({ account, day, line }) => !known.has(`${day} ${line} ${account}`),
  );
  const groups = Map.groupBy(matches, keyOf);
  const since = daysBefore(earliest);
  const booked = new Map((await bookedSince(reader, since)).map((one) => [keyOf(one), one]));
  const houses = await houseBalances(reader);
  const keys = [...new Set([...groups.keys(), ...booked.keys()])];
  const stated = (kind: string, id: string) => groups.has(`${kind} ${id}`);
  const balances: BankBalance[] = [];
  for (const one of all) {
    const { currency, day } = one;
    const parts = keys
      .filter((key) => (groups.get(key)?.[0] ?? booked.get(key))?.currency === currency)
      .map((key) => partOf(groups.get(key) ?? [], booked.get(key), one));
    const total = (of: 'aside' | 'underWay' | 'told') =>
      parts.reduce((units, part) => units + part[of], 0n);
    const own = {
      closing: BigInt(one.closing),
      books: -(houses.get(accountId(house('bank', currency))) ?? 0n),
      aside: total('aside') + (await earlierThan(reader, one, stated)),
      underWay: total('underWay'),
    };
    balances.push({
      ...{ currency, day, ...own },
      apart: own.closing - own.books - own.aside - own.underWay,
      told:
        total('told') +
        BigInt(one.gaps) +
        sum(unknown.filter((entry) => entry.currency === currency)),
    });
  }
  return balances;
}
