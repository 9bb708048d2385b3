import { sql } from 'kysely';
import type { Position as ForDesk } from '#core/contract/desk.ts';
import { cashes, type KeptCode } from '#core/domain/cash.ts';
import { assetCodes } from '#core/domain/currencies.ts';
import { formatUnits } from '#core/domain/decimal.ts';
import type { Held, Transfers } from '#server/adapters/custody/transfers.ts';
import type { Deps } from '#server/deps.ts';
import { accountId, house } from '#server/ledger/accounts.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import type { Conditions } from '#server/platform/conditions.ts';
import { balancesOf } from '#server/services/bank/bank-balance.ts';
import type { Db, Reader } from '#server/store/schema.ts';

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

interface Row {
  readonly currency: string;
  readonly owed: string;
  readonly books: string;
  readonly pending: string;
  readonly leaving: string;
}

/** What our books say. It reads all movements at the custodian and the bank. */
async function booksOf(reader: Reader): Promise<ReadonlyMap<string, Row>> {
  const kept = [
    ...assetCodes.map((code) => accountId(house('chain', code))),
    ...cashes.map(({ code }) => accountId(house('bank', code))),
  ];
  const { rows } = await sql<Row>`with owed as (
      select currency, sum(balance) filter (where kind <> 'pending') as owed,
        sum(balance) filter (where kind = 'pending') as pending
      from accounts where owner <> 'house' group by currency
    ), held as (
      select currency, -sum(amount) as books from postings
      where account_id = any(${kept}) group by currency
    ), gone as (
      select currency, sum(units) as leaving from withdrawals
      where status = 'broadcast' group by currency
    )
    select currency, coalesce(owed, 0)::text as owed, coalesce(pending, 0)::text as pending,
      coalesce(books, 0)::text as books, coalesce(leaving, 0)::text as leaving
    from owed full join held using (currency) full join gone using (currency)`.execute(reader);
  return new Map(rows.map((row) => [row.currency, row]));
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

/** The position in each asset and currency that we keep. The custodian is asked; the bank's statements are read. */
export async function readPositions({
  db,
  parties,
}: {
  readonly db: Reader;
  readonly parties: { readonly transfers: Pick<Transfers, 'balances'> };
}): Promise<readonly Position[]> {
  const rows = await booksOf(db);
  const custodian = await toldByCustodian(parties.transfers);
  const bank = new Map<string, bigint>(
    (await balancesOf(db)).map(({ currency, books, apart }) => [currency, books + apart]),
  );
  const unitsOf = (currency: string, of: Exclude<keyof Row, 'currency'>) =>
    BigInt(rows.get(currency)?.[of] ?? 0);
  const positionOf = (currency: KeptCode, at: Position['at']): Position => {
    const { scale } = storedKept(currency);
    const told = (at === 'bank' ? bank : custodian)?.get(currency);
    return judged({
      ...{ currency, scale, at, told, owed: unitsOf(currency, 'owed') },
      books: unitsOf(currency, 'books') - unitsOf(currency, 'pending'),
      // A statement is as of a day: what has left since then was counted with the books.
      leaving: at === 'bank' ? 0n : unitsOf(currency, 'leaving'),
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

/** The last positions that this process read. */
const last = new WeakMap<Db, readonly Position[]>();

export const lastPositions = (db: Db): readonly Position[] | undefined => last.get(db);

/** Whether a position is judged: what a sandbox plays has nothing. */
export const isJudged = ({ at }: Pick<Position, 'at'>, { sandboxed }: Deps['parties']): boolean =>
  !sandboxed.has(at === 'bank' ? 'bank' : 'custody');

/** Reads the positions, keeps them for the gauges, and tells where customers are not covered. */
export async function watchPositions(
  { db, parties }: Pick<Deps, 'db' | 'parties'>,
  told: Conditions,
): Promise<void> {
  const positions = await readPositions({ db, parties });
  last.set(db, positions);
  const short = positions.filter((one) => isJudged(one, parties) && !one.covered);
  const currencies = short.map(({ currency }) => currency).join(', ');
  const wrong = short.length === 0 ? undefined : { currencies };
  told.tell('customers are not covered', wrong);
}
