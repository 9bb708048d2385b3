import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Officers, and what they decide at the desk (KEEP-10). */
export const desk: Migration = {
  name: '0020-desk',
  statements: [
    sql`alter table users drop constraint users_role_check`,
    sql`alter table users add constraint users_role_check
      check (role in ('user', 'admin', 'compliance'))`,
    // When a person was done with what was kept aside, and what they found.
    sql`alter table deposits_aside add column settled_at timestamptz(3),
      add column settled_for text not null default ''`,
    sql`create index deposits_aside_open on deposits_aside (seen_at, id) where settled_at is null`,
  ],
};
