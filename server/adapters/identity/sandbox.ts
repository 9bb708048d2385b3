import { randomBytes } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { KycStatus } from '#core/contract/identity.ts';
import type { IdentityProvider } from './identity.ts';

/** Says what the sandbox provider thinks of a customer from now on (D5). */
export async function setSandboxStatus(
  db: QueryExecutorProvider,
  userId: string,
  status: KycStatus,
): Promise<void> {
  await sql`insert into sandbox_identities (user_id, status) values (${userId}, ${status})
    on conflict (user_id) do update set status = excluded.status`.execute(db);
}

/** The sandbox twin: the widget decides, and a table remembers. */
export function sandboxIdentity(db: QueryExecutorProvider): IdentityProvider {
  return {
    accessToken: () => Promise.resolve(`sandbox-${randomBytes(16).toString('hex')}`),
    async status(userId) {
      const { rows } = await sql<{ status: KycStatus }>`
        select status from sandbox_identities where user_id = ${userId}`.execute(db);
      return rows[0]?.status ?? 'not_started';
    },
    widgetReported: (userId, status) => setSandboxStatus(db, userId, status),
    customerOfNotice: () => undefined,
  };
}
