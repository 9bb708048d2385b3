import { randomBytes, randomUUID } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Now } from '#server/adapters/clock.ts';

/** A deposit as the simulated custodian has seen it. */
export interface SandboxDeposit {
  /** The custodian's own name for this report of it. */
  readonly id: string;
  /** The email of the customer whose address it came to; null: nobody was given that address. */
  readonly recipient: string | null;
  readonly currency: string;
  /** A plain decimal in whole units. */
  readonly amount: string;
  readonly network: string;
  /** Null: it has all it needs. */
  readonly confirmations: number | null;
  readonly hash: string;
  /** Where it came from; empty where the network shows nothing. */
  readonly senders: string;
}

/** Money came to an address of the custodian, who will report it so often. Returns the reports' ids. */
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
 * The custodian's next report that the server has not heard of, or one by its id; whoever takes it must be
 * in a transaction, and no other process takes the same one.
 */
export async function takeSandboxReport(
  tx: QueryExecutorProvider,
  id?: string,
): Promise<SandboxDeposit | undefined> {
  const { rows } = await sql<SandboxDeposit>`delete from sandbox_deposits where id = (
      select id from sandbox_deposits where ${id ?? null}::text is null or id = ${id ?? null}
      order by seen_at, id limit 1 for update skip locked)
    returning id, recipient, currency, amount, network, confirmations,
      transaction_hash as hash, senders`.execute(tx);
  return rows[0];
}
