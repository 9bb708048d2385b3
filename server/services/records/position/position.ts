import { sql } from 'kysely';
import type { Position as ForDesk } from '#core/contract/staff/desk.ts';
import { cashes, type KeptCode } from '#core/money/cash.ts';
import { assetCodes } from '#core/money/currencies.ts';
import { formatUnits } from '#core/money/decimal.ts';
import type { Held, Transfers } from '#server/adapters/custody/transfers.ts';
import type { Deps } from '#server/deps.ts';
import { accountId, house } from '#server/ledger/accounts.ts';
import { houseBalances, keepHouseTotals } from '#server/ledger/house-totals.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import type { Conditions } from '#server/platform/conditions.ts';
import { balancesOf } from '#server/services/money-in/bank/bank-balance.ts';
import { nextStatementDay } from '#server/services/money-in/bank/bank-statements.ts';
import type { Db, Reader } from '#server/store/schema/schema.ts';

/** Where an asset or currency is, and whose it is (HARD-63). In minor units. */
export interface Position {
  readonly currency: KeptCode;
  readonly scale: number;
  /** Who holds it for us. */
  readonly at: 'custodian' | 'bank';
  /** What customers are owed, without deposits that are not final yet. */
  readonly owed: bigint;
  /** What the custodian or bank holds by our books. */
  readonly books: bigint;
  /** What it holds by its own word, without what belongs to others; undefined: it did not say. */
  readonly told: bigint | undefined;
  /** Withdrawals that have left, and are in our books once they have arrived. */
  readonly leaving: bigint;
  /** The house's own: what is held less what customers are owed; below zero, customers' money is missing there. */
  readonly house: bigint;
  /** Whether what is held covers what customers are owed: by its own word, or else by the books. */
  readonly covered: boolean;
}

/** What our books say of a currency, in minor units. */
interface Books {
  readonly owed: bigint;
  readonly books: bigint;
  readonly leaving: bigint;
}

interface Sums {
  readonly currency: string;
  readonly pending: string;
  readonly leaving: string;
}

/**
 * What our books say, by currency. All postings of a currency add up to zero (`check:ledger`), so what customers have
 * is what the house's accounts have less: it is known without reading everybody's balances.
 */
async function booksOf(reader: Reader): Promise<(currency: KeptCode, at: Position['at']) => Books> {
  const houses = await houseBalances(reader);
  const { rows } = await sql<Sums>`with unconfirmed as (
      select currency, sum(balance) as pending from accounts
      where kind = 'pending' and balance > 0 group by currency
    ), gone as (
      select currency, sum(units) as leaving from withdrawals
      where status = 'broadcast' group by currency
    )
    select currency, coalesce(pending, 0)::text as pending, coalesce(leaving, 0)::text as leaving
    from unconfirmed full join gone using (currency)`.execute(reader);
  return (currency, at) => {
    const own = [...houses].filter(([id]) => id.endsWith(`/${currency}`));
    const row = rows.find((one) => one.currency === currency);
    const pending = BigInt(row?.pending ?? 0);
    const held = houses.get(accountId(house(at === 'bank' ? 'bank' : 'chain', currency)));
    return {
      owed: -own.reduce((sum, [, units]) => sum + units, 0n) - pending,
      books: -(held ?? 0n) - pending,
      leaving: BigInt(row?.leaving ?? 0),
    };
  };
}

/** The house's position by the word that counts, and whether customers are covered. */
function judged(of: Omit<Position, 'house' | 'covered'>): Position {
  const { owed, books, told, leaving } = of;
  // What has left is owed to nobody any more, and only the books still have it.
  const own = told === undefined ? books - owed : told - (owed - leaving);
  return { ...of, house: own, covered: own >= 0n };
}

/** What the custodian holds by its own word, in minor units; undefined: it does not say. */
async function toldByCustodian(
  transfers: Pick<Transfers, 'balances'>,
): Promise<ReadonlyMap<string, bigint> | undefined> {
  const said: readonly Held[] | undefined = await transfers.balances?.();
  if (!said) return undefined;
  const sums = new Map<string, bigint>(assetCodes.map((code) => [code, 0n]));
  for (const { currency, units } of said) {
    sums.set(currency, (sums.get(currency) ?? 0n) + units);
  }
  return sums;
}

/** What the bank has by its last statements and nothing in our books explains, by currency, in cents. */
type Apart = ReadonlyMap<string, bigint>;

/** It reads all statements, and all that moved at the bank since the first. */
const bankApart = async (reader: Reader): Promise<Apart> =>
  new Map((await balancesOf(reader)).map(({ currency, apart }) => [currency, apart]));

/**
 * The position in each asset and currency that we keep. The custodian is asked; the bank's statements are read, unless
 * the caller knows what is `apart` by them.
 */
export async function readPositions(
  {
    db,
    parties,
  }: {
    readonly db: Reader;
    readonly parties: { readonly transfers: Pick<Transfers, 'balances'> };
  },
  known?: Apart,
): Promise<readonly Position[]> {
  const booksIn = await booksOf(db);
  const custodian = await toldByCustodian(parties.transfers);
  const apart = known ?? (await bankApart(db));
  const positionOf = (currency: KeptCode, at: Position['at']): Position => {
    const { scale } = storedKept(currency);
    const { owed, books, leaving } = booksIn(currency, at);
    const unexplained = apart.get(currency);
    const bank = unexplained === undefined ? undefined : books + unexplained;
    return judged({
      ...{ currency, scale, at, owed, books },
      told: at === 'bank' ? bank : custodian?.get(currency),
      // A statement is as of a day: what has left since then was counted with the books.
      leaving: at === 'bank' ? 0n : leaving,
    });
  };
  return [
    ...assetCodes.map((code) => positionOf(code, 'custodian')),
    ...cashes.map(({ code }) => positionOf(code, 'bank')),
  ];
}

/** What the desk is shown. */
export const positionForDesk = (one: Position, parties: Deps['parties']): ForDesk => {
  const text = (units: bigint) => formatUnits(units, one.scale);
  return {
    currency_id: one.currency,
    held_at: one.at,
    owed: text(one.owed),
    books: text(one.books),
    told: one.told === undefined ? null : text(one.told),
    house: text(one.house),
    covered: isJudged(one, parties) ? one.covered : null,
  };
};

/** A position as one line, for the operator. */
export function positionText(position: Position): string {
  const { currency, scale, at, owed, books, told, leaving, house: own } = position;
  const text = (units: bigint) => formatUnits(units, scale);
  const word = told === undefined ? 'it did not say' : `${text(told)} by its own word`;
  const left = leaving > 0n ? `, ${text(leaving)} of it has left` : '';
  return `Position in ${currency}: customers are owed ${text(owed)}${left}; the ${at} holds ${text(books)} by the books, ${word}; the house's own is ${text(own)}.`;
}

/** What this process read last: the positions, and what was apart at the bank while the statement of `day` was the next. */
interface Last {
  readonly positions: readonly Position[];
  readonly apart: Apart;
  readonly day: string | undefined;
}

const last = new WeakMap<Db, Last>();

export const lastPositions = (db: Db): readonly Position[] | undefined => last.get(db)?.positions;

/** Whether a position is judged: what a sandbox plays has nothing. */
export const isJudged = ({ at }: Pick<Position, 'at'>, { sandboxed }: Deps['parties']): boolean =>
  !sandboxed.has(at === 'bank' ? 'bank' : 'custody');

/** Reads the positions, keeps them for the gauges, and tells where customers are not covered. */
export async function watchPositions(
  { db, clock, parties }: Pick<Deps, 'db' | 'clock' | 'parties'>,
  told: Conditions,
  stopping?: AbortSignal,
): Promise<void> {
  await keepHouseTotals({ db, clock }, stopping);
  if (stopping?.aborted) return;
  // What a statement leaves unexplained changes with the next one: the bank's whole history is not read each time.
  const day = await nextStatementDay(db);
  const before = last.get(db);
  const apart = before && before.day === day ? before.apart : await bankApart(db);
  const positions = await readPositions({ db, parties }, apart);
  last.set(db, { positions, apart, day });
  const short = positions.filter((one) => isJudged(one, parties) && !one.covered);
  const currencies = short.map(({ currency }) => currency).join(', ');
  const wrong = short.length === 0 ? undefined : { currencies };
  told.tell('customers are not covered', wrong);
}
