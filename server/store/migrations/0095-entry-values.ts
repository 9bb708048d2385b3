import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/**
 * What each entry of a statement was worth when it was written. Who looks for new entries asks by time:
 * they stand in that order, so the smallest kind of index is enough.
 */
export const entryValues: Migration = {
  name: '0095-entry-values',
  statements: [
    sql`create table entry_values (
      journal_id text not null,
      line smallint not null,
      currency text not null,
      value text not null,
      primary key (journal_id, line),
      foreign key (journal_id, line) references postings (journal_id, line)
    )`,
    sql`create index postings_moment on postings using brin (created_at)`,
  ],
};
