import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Which page a notice is about, and whether it is about security. */
export const noticePage: Migration = {
  name: '0080-notice-page',
  statements: [
    sql`alter table notices
      add column page text not null default '/wallet',
      add column alarm boolean not null default false`,
  ],
};
