import { sql } from 'kysely';
import { type AssetCode, assetCodes } from '#core/domain/currencies.ts';
import type { Reader, Tx } from '#server/store/schema.ts';
import { type Account, accountId, type CustomerKind } from './accounts.ts';
import type { Posting } from './journal.ts';

interface Change {
  readonly account: Account;
  readonly units: bigint;
}

/** What the postings do to each stored balance. */
function changesOf(postings: readonly Posting[]): readonly Change[] {
  const sums = new Map<string, Change>();
  for (const { account, units } of postings) {
    if (account.owner === 'house') continue;
    const id = accountId(account);
    sums.set(id, { account, units: (sums.get(id)?.units ?? 0n) + units });
  }
  return [...sums.values()].filter(({ units }) => units !== 0n);
}

const rowOf = ({ account, units }: Change) =>
  sql`(${accountId(account)}::text, ${account.owner}::text, ${account.kind}::text,
    ${account.currency}::text, ${String(units)}::numeric)`;

/**
 * Changes the stored balances a journal touches; false where one would fall below zero: then the
 * transaction must be rolled back.
 *
 * One statement, which locks all rows in the order of their ids before it changes any: two journals
 * of the same customer would otherwise wait for each other in a ring.
 */
export async function changeBalances(tx: Tx, postings: readonly Posting[]): Promise<boolean> {
  const changes = changesOf(postings);
  if (changes.length === 0) return true;
  const { rows } = await sql<{ debits: number }>`
    with changes (id, owner, kind, currency, units) as (values ${sql.join(changes.map(rowOf))}),
    locked as materialized (
      select id from accounts where id in (select id from changes) order by id for update
    ),
    debited as (
      update accounts set balance = balance + changes.units from changes
      where accounts.id = changes.id and changes.units < 0 and balance + changes.units >= 0
        and (select count(*) from locked) > 0
      returning 1
    ),
    credited as (
      insert into accounts (id, owner, kind, currency, balance)
      select id, owner, kind, currency, units from changes
      where units > 0 and (select count(*) from locked) >= 0
      order by id
      on conflict (id) do update set balance = accounts.balance + excluded.balance
      returning 1
    )
    select (select count(*) from debited)::integer as debits from (select count(*) from credited) c`.execute(
    tx,
  );
  return rows[0]?.debits === changes.filter(({ units }) => units < 0n).length;
}

export type Balances = Readonly<Record<CustomerKind, bigint>>;

/** A customer's balances of every asset, in minor units. */
export async function readBalances(
  reader: Reader,
  userId: string,
): Promise<ReadonlyMap<AssetCode, Balances>> {
  const rows = await reader
    .selectFrom('accounts')
    .where('owner', '=', userId)
    .select(['kind', 'currency', 'balance'])
    .execute();
  const of = (kind: CustomerKind, currency: AssetCode): bigint =>
    BigInt(rows.find((row) => row.kind === kind && row.currency === currency)?.balance ?? 0);
  return new Map(
    assetCodes.map((code) => [
      code,
      {
        available: of('available', code),
        hold: of('hold', code),
        pending: of('pending', code),
      },
    ]),
  );
}
