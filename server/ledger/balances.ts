import { sql } from 'kysely';
import { type AssetCode, assetCodes } from '#core/domain/currencies.ts';
import type { Reader, Tx } from '#server/store/schema.ts';
import { type Account, accountId, type CustomerKind } from './accounts.ts';
import type { Posting } from './journal.ts';

/** What the postings do to each stored balance, in one order for all so that none waits in a ring. */
export function changes(
  postings: readonly Posting[],
): readonly { readonly account: Account; readonly units: bigint }[] {
  const sums = new Map<string, { account: Account; units: bigint }>();
  for (const { account, units } of postings) {
    if (account.owner === 'house') continue;
    const id = accountId(account);
    sums.set(id, { account, units: (sums.get(id)?.units ?? 0n) + units });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change);
}

async function credit(tx: Tx, account: Account, units: bigint): Promise<true> {
  await sql`insert into accounts (id, owner, kind, currency, balance)
    values (${accountId(account)}, ${account.owner}, ${account.kind}, ${account.currency}, ${String(units)})
    on conflict (id) do update set balance = accounts.balance + excluded.balance`.execute(tx);
  return true;
}

async function debit(tx: Tx, account: Account, units: bigint): Promise<boolean> {
  const result = await sql`update accounts set balance = balance - ${String(units)}::numeric
    where id = ${accountId(account)} and balance >= ${String(units)}::numeric`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** Changes one stored balance; false, changing nothing, where it would fall below zero. */
export const changeBalance = (tx: Tx, account: Account, units: bigint): Promise<boolean> =>
  units < 0n ? debit(tx, account, -units) : credit(tx, account, units);

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
