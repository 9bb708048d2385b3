import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** A search reads a customer's journals, newest first, without those of others (INS-04). */
export const historySearch: Migration = {
  name: '0022-history-search',
  statements: [
    sql`create index journals_statement on journals (user_id, created_at desc, id desc)`,
  ],
};
