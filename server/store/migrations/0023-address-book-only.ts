import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Withdrawals to saved recipients alone (LIVE-08): since when, and when it ends if its owner left it. */
export const addressBookOnly: Migration = {
  name: '0023-address-book-only',
  statements: [
    sql`alter table users
      add column book_only_since timestamptz(3),
      add column book_only_until timestamptz(3)`,
  ],
};
