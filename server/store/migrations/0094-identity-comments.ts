import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What the reviewer of an identity check asks for, until the customer has answered. */
export const identityComments: Migration = {
  name: '0094-identity-comments',
  statements: [
    sql`alter table users add column kyc_comment text`,
    sql`alter table sandbox_identities add column comment text`,
  ],
};
