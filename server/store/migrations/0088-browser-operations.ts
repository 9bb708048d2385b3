import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/**
 * What browsers asked for under a key of theirs, apart from what moved money: nobody need be signed in for
 * these, and they are forgotten after days.
 */
export const browserOperations: Migration = {
  name: '0088-browser-operations',
  statements: [
    sql`create table browser_operations (
      browser text not null,
      key text not null,
      operation text not null,
      request_hash text not null,
      state text not null check (state in ('open', 'done', 'closed')),
      answer text,
      created_at timestamptz(3) not null,
      primary key (browser, key)
    )`,
    sql`create index browser_operations_expiry on browser_operations (created_at)`,
  ],
};
