import { createHash } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Now } from '#server/adapters/party/clock.ts';
import { parseExactJson } from '#server/adapters/party/exact-json.ts';
import { transferOf } from './http-transfers.ts';
import type { Transfer, Transfers } from './transfers.ts';

/**
 * The planned outcome of a transfer. `auto`: confirmed after a while. `silent`: the custodian gives no
 * answer. `unclear`: it answers with a status that its adapter does not know.
 */
export const sandboxPlans = ['auto', 'confirm', 'fail', 'refuse', 'silent', 'unclear'] as const;
export type SandboxPlan = (typeof sandboxPlans)[number];

const UNKNOWN_WORD = '{"status":"under-review"}';

const CONFIRMED_AFTER_MS = 20_000;

interface Row {
  readonly plan: SandboxPlan;
  readonly hash: string;
  readonly network: string;
  readonly summary: string;
  readonly sent_at: Date | null;
}

const hashOf = (reference: string): string =>
  createHash('sha256').update(`kopa sandbox transaction/${reference}`).digest('hex');

/** Plans the outcome of a new transfer, or changes that of one under way, from the moment `at`. */
export async function planTransfer(
  db: QueryExecutorProvider,
  reference: string,
  plan: SandboxPlan,
  at?: Date,
): Promise<void> {
  await sql`insert into sandbox_transfers (reference, plan, hash, failed_at)
    values (${reference}, ${plan}, ${hashOf(reference)}, ${plan === 'fail' && at ? at : null})
    on conflict (reference) do update set plan = excluded.plan,
      failed_at = excluded.failed_at`.execute(db);
}

/** What the sandbox's chain shows of a transaction. */
export async function readSandboxTransaction(
  db: QueryExecutorProvider,
  hash: string,
): Promise<{ readonly network: string; readonly summary: string } | undefined> {
  const { rows } = await sql<Row>`select network, summary from sandbox_transfers
    where hash = ${hash} and sent_at is not null`.execute(db);
  return rows[0];
}

/** The sandbox's chain: it broadcasts at once, confirms after a while, and fails when planned. */
export function sandboxChain(db: QueryExecutorProvider, now: Now): Transfers {
  async function find(reference: string): Promise<Transfer> {
    const { rows } = await sql<Row>`select plan, hash, network, summary, sent_at
      from sandbox_transfers where reference = ${reference}`.execute(db);
    const [row] = rows;
    if (!row) return { kind: 'none' };
    if (row.plan === 'silent') return { kind: 'unknown' };
    if (row.plan === 'unclear') return transferOf(parseExactJson(UNKNOWN_WORD));
    if (row.plan === 'refuse') return { kind: 'failed' };
    if (!row.sent_at) return { kind: 'none' };
    const { plan, hash, sent_at } = row;
    if (plan === 'fail') return { kind: 'failed' };
    const confirmed = plan === 'confirm' || now() - sent_at.getTime() >= CONFIRMED_AFTER_MS;
    return { kind: confirmed ? 'confirmed' : 'broadcast', hash };
  }

  return {
    find,
    async send({ reference, network, currency, amount, address, tag }) {
      const summary = `${amount} ${currency} to ${address}${tag && ` (tag ${tag})`}`;
      const sentAt = new Date(now());
      await sql`insert into sandbox_transfers (reference, plan, hash, network, summary, sent_at)
        values (${reference}, 'auto', ${hashOf(reference)}, ${network}, ${summary}, ${sentAt})
        on conflict (reference) do update set network = excluded.network,
          summary = excluded.summary,
          sent_at = coalesce(sandbox_transfers.sent_at, excluded.sent_at)
        where sandbox_transfers.plan not in ('refuse', 'silent', 'unclear')`.execute(db);
      return find(reference);
    },
    transactionUrl: (_, hash) => `/sandbox/transaction/${hash}`,
  };
}
