import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/**
 * Hashes of the token that ends a session, and of the nonce of the request that opened it. Sessions
 * from before have neither until their access is renewed.
 */
export const sessionEnds: Migration = {
  name: '0071-session-ends',
  statements: [
    sql`alter table sessions add column end_hash text unique, add column opened_by text`,
  ],
};
