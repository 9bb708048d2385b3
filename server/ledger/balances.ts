import { type RawBuilder, sql } from 'kysely';
import { cashes, type KeptCode, type KeptCurrency } from '#core/money/cash.ts';
import { assets } from '#core/money/currencies.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { type Account, accountId, type CustomerKind } from './accounts.ts';
import type { Posting } from './journal.ts';

/** The change of one stored balance by a journal. */
export interface BalanceChange {
  readonly account: Account;
  readonly units: bigint;
}

/** The change of each stored balance by these postings, in the order of the accounts' ids. */
export function balanceChanges(postings: readonly Posting[]): readonly BalanceChange[] {
  const sums = new Map<string, BalanceChange>();
  for (const { account, units } of postings) {
    if (account.owner === 'house') continue;
    const id = accountId(account);
    sums.set(id, { account, units: (sums.get(id)?.units ?? 0n) + units });
  }
  return [...sums.entries()]
    .filter(([, { units }]) => units !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, change]) => change);
}

const unitsRow = ({ account, units }: BalanceChange) =>
  sql`(${accountId(account)}::text, ${String(units)}::numeric)`;

const emptyRow = ({ account }: BalanceChange) =>
  sql`(${accountId(account)}::text, ${account.owner}::text, ${account.kind}::text,
    ${account.currency}::text, 0::numeric)`;

/**
 * Creates the accounts that are credited for the first time, in the order of their ids, as locks are taken.
 * Two concurrent first credits may conflict on either unique index.
 */
export async function openAccounts(tx: Tx, changes: readonly BalanceChange[]): Promise<void> {
  const credits = changes.filter(({ units }) => units > 0n);
  if (credits.length === 0) return;
  await sql`insert into accounts (id, owner, kind, currency, balance)
    values ${sql.join(credits.map(emptyRow))} on conflict do nothing`.execute(tx);
}

/**
 * Changes stored balances, as the first parts of a statement: `locked` has the accounts that exist, and `covered`
 * one row that says whether all were changed. Where one does not exist, none is changed. Where one would fall below
 * zero, others were changed: the transaction must be rolled back.
 *
 * All rows are locked in the order of their ids before any is changed: two journals of the same customer
 * would otherwise wait for each other in a ring. The table is changed once in a statement, as some distributed
 * engines ask for.
 */
export function changingBalances(changes: readonly BalanceChange[]): RawBuilder<unknown> {
  if (changes.length === 0) {
    return sql`locked as (select where false), covered as (select true as all_changed)`;
  }
  const count = sql`${changes.length}::integer`;
  return sql`changes (id, units) as (values ${sql.join(changes.map(unitsRow))}),
    locked as materialized (
      select id from accounts where id in (select id from changes) order by id for update
    ),
    changed as (
      update accounts set balance = balance + changes.units from changes
      where accounts.id = changes.id and balance + changes.units >= 0
        and (select count(*) from locked) = ${count}
      returning 1
    ),
    covered as materialized (select count(*) = ${count} as all_changed from changed)`;
}

/** What an open account has: it has nothing unclaimed. */
type OpenKind = Exclude<CustomerKind, 'unclaimed'>;
export type Balances = Readonly<Record<OpenKind, bigint>>;

interface Row {
  readonly kind: string;
  readonly currency: string;
  readonly balance: string;
}

function balancesIn(rows: readonly Row[]): ReadonlyMap<KeptCode, Balances> {
  const of = (kind: OpenKind, currency: KeptCode): bigint =>
    BigInt(rows.find((row) => row.kind === kind && row.currency === currency)?.balance ?? 0);
  return new Map(
    [...assets, ...cashes].map(({ code }) => [
      code,
      {
        available: of('available', code),
        hold: of('hold', code),
        pending: of('pending', code),
      },
    ]),
  );
}

/** Reads a customer's balances. */
export const balancesQuery = (reader: Reader, userId: string) =>
  reader
    .selectFrom('accounts')
    .where('owner', '=', userId)
    .select(['kind', 'currency', sql<string>`balance::text`.as('balance')]);

/** A customer's balances of every asset and of cash, in minor units. */
export const readBalances = async (
  reader: Reader,
  userId: string,
): Promise<ReadonlyMap<KeptCode, Balances>> =>
  balancesIn(await balancesQuery(reader, userId).execute());

type HeldAsset = Balances & { readonly asset: KeptCurrency; readonly total: bigint };

/** What is held of these balances, available, on hold or pending, in the order of the assets. */
export function heldIn(rows: readonly Row[]): readonly HeldAsset[] {
  const balances = balancesIn(rows);
  return [...assets, ...cashes].flatMap((asset) => {
    const of = balances.get(asset.code);
    const total = of ? of.available + of.hold + of.pending : 0n;
    return of && total > 0n ? [{ asset, ...of, total }] : [];
  });
}

/** The assets of which a customer holds anything. */
export const heldBy = async (reader: Reader, userId: string): Promise<readonly HeldAsset[]> =>
  heldIn(await balancesQuery(reader, userId).execute());

/**
 * The balances with their moment by the database's clock, read in the same statement: answers of processes
 * with different clocks are then in the order of the balances.
 */
export async function readBalancesAsOf(
  reader: Reader,
  clock: Clock,
  userId: string,
): Promise<{ readonly balances: ReadonlyMap<KeptCode, Balances>; readonly asOf: Date }> {
  const { rows } = await sql<{ as_of: Date } & (Row | { readonly kind: null })>`
    select as_of, kind, currency, balance from (select ${clock.sql} as as_of) present
    left join accounts on owner = ${userId}`.execute(reader);
  const [first] = rows;
  if (!first) throw new Error('an outer join without rows');
  return { balances: balancesIn(rows.filter((row) => row.kind !== null)), asOf: first.as_of };
}
