import { randomBytes } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { KycStatus } from '#core/contract/account/identity.ts';
import { forged } from '#server/adapters/party/notice.ts';
import type { IdentityProvider, Review } from './identity.ts';

/** Sets the sandbox provider's result for a customer (D5). */
export async function setSandboxReview(
  db: QueryExecutorProvider,
  userId: string,
  { status, comment, person }: Review,
): Promise<void> {
  const { first = null, last = null, born = null, country = null } = person ?? {};
  await sql`insert into sandbox_identities
    (user_id, status, comment, first_name, last_name, born, country)
    values (${userId}, ${status}, ${comment ?? null}, ${first}, ${last}, ${born}, ${country})
    on conflict (user_id) do update set status = excluded.status, comment = excluded.comment,
      first_name = coalesce(excluded.first_name, sandbox_identities.first_name),
      last_name = coalesce(excluded.last_name, sandbox_identities.last_name),
      born = coalesce(excluded.born, sandbox_identities.born),
      country = coalesce(excluded.country, sandbox_identities.country)`.execute(db);
}

interface ShownApplicant {
  readonly status: KycStatus;
  readonly comment: string | null;
  readonly first: string | null;
  readonly last: string | null;
  readonly born: string | null;
  readonly country: string | null;
}

/** The sandbox twin: the widget decides, and the database stores it. */
export function sandboxIdentity(db: QueryExecutorProvider): IdentityProvider {
  return {
    accessToken: () => Promise.resolve(`sandbox-${randomBytes(16).toString('hex')}`),
    async review(userId, again = userId) {
      // Without another person, the document is the customer's own.
      const { rows } = await sql<ShownApplicant>`select status, comment,
          coalesce(shown.first_name, users.first_name) as first,
          coalesce(shown.last_name, users.last_name) as last, coalesce(shown.born, dob) as born,
          coalesce(shown.country, country_code) as country
        from sandbox_identities as shown left join users on users.id = ${userId}
        where shown.user_id = ${again}`.execute(db);
      const [found] = rows;
      if (!found) return { status: 'not_started' };
      const { status, comment, first, last, born, country } = found;
      const person = { first: first ?? '', last: last ?? '', born: born ?? '' };
      return {
        ...{ status, comment: comment ?? undefined },
        person: { ...person, country: country ?? '' },
      };
    },
    widgetReported: (userId, review, again = userId) => setSandboxReview(db, again, review),
    customerOfNotice: () => forged,
  };
}
