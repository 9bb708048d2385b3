import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** The last decision about each case of the desk, and whose it was: a late second press is told (HARD-65). */
export const deskDecisions: Migration = {
  name: '0063-desk-decisions',
  statements: [
    sql`create table desk_decisions (
      kind text not null,
      case_id text not null,
      decision text not null,
      officer text not null references users (id),
      decided_at timestamptz(3) not null,
      primary key (kind, case_id)
    )`,
  ],
};
