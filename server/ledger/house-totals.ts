import { sql } from 'kysely';
import type { Clock } from '#server/base/clock.ts';
import type { Db, Reader, Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

/*
 * The house's accounts have no stored balance, because every operation would wait for its row. So that their balances
 * are known without reading all that ever moved, sums are kept of everything before a moment, which moves on.
 */

/** Postings get a moment before they are committed: after so long no transaction is open any more. */
const SETTLED_SECONDS = 3600;
/** So much of the past is summed in one statement: a server gives up one that takes long. */
const WINDOW_SECONDS = 24 * 3600;

/** The house's accounts, as a condition on `account_id`. */
const isHouse = sql`account_id >= 'house/' and account_id < 'house0'`;

/** The moment before which sums are kept. */
async function keptBefore(reader: Reader): Promise<Date> {
  const { before } = await reader
    .selectFrom('house_totals_moment')
    .select('before')
    .executeTakeFirstOrThrow();
  return before;
}

/**
 * The balance of each of the house's accounts, in minor units, by its id (`accountId`): the sum of all its postings.
 * Accounts without any are missing.
 */
export async function houseBalances(reader: Reader): Promise<ReadonlyMap<string, bigint>> {
  for (;;) {
    const before = await keptBefore(reader);
    const { rows } = await sql<{ account_id: string | null; units: string | null }>`
      with kept as (
        select account_id, units from house_totals_moment left join house_totals on true
        where before = ${before}
      ), since as (
        select account_id, amount as units from postings where created_at >= ${before} and ${isHouse}
      )
      select account_id, sum(units)::text as units
      from (select * from kept union all select * from since where exists (select from kept)) as summed
      group by account_id`.execute(reader);
    // Another process moved the moment on between the two statements: no row at all answers that.
    if (rows.length === 0) continue;
    return new Map(
      rows.flatMap(({ account_id, units }) =>
        account_id === null ? [] : [[account_id, BigInt(units ?? 0)] as const],
      ),
    );
  }
}

/** Adds the next postings to the sums; whether there may be more that have settled. */
async function sumNext(tx: Tx, clock: Clock): Promise<boolean> {
  const { rows } = await sql<{ from: Date; to: Date; settled: Date }>`
    with kept as (
      select before, ${clock.sqlIn(-SETTLED_SECONDS)} as settled from house_totals_moment for update
    ), first as (
      select case when before > to_timestamp(0) then before
        else (select min(created_at) from postings) end as "from", settled from kept
    )
    select "from", settled,
      least(settled, "from" + ${WINDOW_SECONDS} * interval '1 second')::timestamptz(3) as "to"
    from first where "from" < settled`.execute(tx);
  const [window] = rows;
  if (!window) return false;
  await sql`insert into house_totals (account_id, units)
    select account_id, sum(amount) from postings
    where created_at >= ${window.from} and created_at < ${window.to} and ${isHouse}
    group by account_id
    on conflict (account_id) do update set units = house_totals.units + excluded.units`.execute(tx);
  await tx.updateTable('house_totals_moment').set({ before: window.to }).execute();
  return window.to < window.settled;
}

/** Moves the kept sums on to everything that has settled, until `stopping`. Any number of processes may do it. */
export async function keepHouseTotals(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  stopping?: AbortSignal,
): Promise<void> {
  let more = true;
  while (more && !stopping?.aborted) more = await inTransaction(db, (tx) => sumNext(tx, clock));
}
