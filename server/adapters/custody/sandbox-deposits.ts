import { randomBytes, randomUUID } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Now } from '#server/adapters/party/clock.ts';

/** A deposit at the simulated custodian. */
export interface SandboxDeposit {
  /** The simulated custodian's id of this report. */
  readonly id: string;
  /** The email of the customer who has the address; null: the address was assigned to nobody. */
  readonly recipient: string | null;
  readonly currency: string;
  /** A plain decimal in whole units. */
  readonly amount: string;
  readonly network: string;
  /** Null: enough confirmations. */
  readonly confirmations: number | null;
  readonly hash: string;
  /** The sending address; empty where the network shows none. */
  readonly senders: string;
}

/**
 * Makes a deposit arrive at an address of the custodian, who reports it so many times. Returns the ids of the
 * reports.
 */
export async function depositInSandbox(
  db: QueryExecutorProvider,
  now: Now,
  seen: Omit<SandboxDeposit, 'id' | 'hash' | 'senders'> & { readonly senders?: string },
  reports = 1,
): Promise<readonly string[]> {
  const hash = randomBytes(32).toString('hex');
  const ids = Array.from({ length: reports }, () => `sandbox-${randomUUID()}`);
  const rows = ids.map(
    (id) => sql`(${id}, ${seen.recipient}, ${seen.currency}, ${seen.amount}, ${seen.network},
      ${seen.confirmations}::integer, ${hash}, ${new Date(now())}::timestamptz,
      ${seen.senders ?? ''})`,
  );
  await sql`insert into sandbox_deposits (id, recipient, currency, amount, network, confirmations,
    transaction_hash, seen_at, senders) values ${sql.join(rows)}`.execute(db);
  return ids;
}

/**
 * The next report that the server has not handled, or the one with the given id. It is locked until the
 * caller's transaction ends, so that no other process handles it. The custodian remembers that it has told it.
 */
export async function takeSandboxReport(
  tx: QueryExecutorProvider,
  now: Now,
  id?: string,
): Promise<SandboxDeposit | undefined> {
  const { rows } = await sql<SandboxDeposit>`with taken as (
      delete from sandbox_deposits where id = (
        select id from sandbox_deposits where ${id ?? null}::text is null or id = ${id ?? null}
        order by seen_at, id limit 1 for update skip locked)
      returning *
    ), told as (
      insert into sandbox_deposits_told (id, recipient, currency, amount, network, confirmations,
        transaction_hash, seen_at, senders, told_at)
      select id, recipient, currency, amount, network, confirmations, transaction_hash, seen_at, senders,
        ${new Date(now())}::timestamptz
      from taken on conflict (id) do update set told_at = excluded.told_at
    )
    select id, recipient, currency, amount, network, confirmations,
      transaction_hash as hash, senders from taken`.execute(tx);
  return rows[0];
}

/** So long the simulated custodian lists what it has told. */
const LISTED_MS = 30 * 24 * 3600_000;

/** What the simulated custodian has told lately: the id of each report, and its transaction. */
export async function listSandboxDeposits(
  db: QueryExecutorProvider,
  now: Now,
): Promise<readonly { readonly id: string; readonly hash: string }[]> {
  const since = new Date(now() - LISTED_MS);
  await sql`delete from sandbox_deposits_told where told_at < ${since}`.execute(db);
  const { rows } = await sql<{ id: string; hash: string }>`select id, transaction_hash as hash
    from sandbox_deposits_told order by told_at, id`.execute(db);
  return rows;
}

/** Has the simulated custodian tell reports once more. */
export async function tellSandboxDeposits(
  db: QueryExecutorProvider,
  ids: readonly string[],
): Promise<void> {
  await sql`with again as (
      delete from sandbox_deposits_told where id = any(${[...ids]}::text[]) returning *
    )
    insert into sandbox_deposits (id, recipient, currency, amount, network, confirmations,
      transaction_hash, seen_at, senders)
    select id, recipient, currency, amount, network, confirmations, transaction_hash, seen_at, senders
    from again on conflict (id) do nothing`.execute(db);
}
