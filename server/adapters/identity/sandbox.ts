import { randomBytes } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { KycStatus } from '#core/contract/identity.ts';
import { forged } from '#server/adapters/notice.ts';
import type { IdentityProvider, Review } from './identity.ts';

/** Sets the sandbox provider's result for a customer (D5). */
export async function setSandboxReview(
  db: QueryExecutorProvider,
  userId: string,
  { status, comment }: Review,
): Promise<void> {
  await sql`insert into sandbox_identities (user_id, status, comment)
    values (${userId}, ${status}, ${comment ?? null})
    on conflict (user_id) do update
      set status = excluded.status, comment = excluded.comment`.execute(db);
}

/** The sandbox twin: the widget decides, and the database stores it. */
export function sandboxIdentity(db: QueryExecutorProvider): IdentityProvider {
  return {
    accessToken: () => Promise.resolve(`sandbox-${randomBytes(16).toString('hex')}`),
    async review(userId, again = userId) {
      const { rows } = await sql<{ status: KycStatus; comment: string | null }>`
        select status, comment from sandbox_identities where user_id = ${again}`.execute(db);
      const [found] = rows;
      return found
        ? { status: found.status, comment: found.comment ?? undefined }
        : { status: 'not_started' };
    },
    widgetReported: (userId, review, again = userId) => setSandboxReview(db, again, review),
    customerOfNotice: () => forged,
  };
}
