import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** The desk lists what is due first, and what has no deadline apart from it (EYE-09). */
export const deskDue: Migration = {
  name: '0112-desk-due',
  statements: [
    // By when an officer looks, as its customer is told; null: it can wait, or the version before wrote it.
    sql`alter table identity_cases add column due_at timestamptz(3)`,
  ],
  indexes: [
    {
      name: 'screenings_desk_due',
      on: `screenings (decide_by, id) where state in ('asked', 'match') and decide_by is not null`,
    },
    {
      name: 'screenings_desk_undated',
      on: `screenings (asked_at, id) where state in ('asked', 'match') and decide_by is null`,
    },
    {
      name: 'charge_backs_respond',
      on: 'charge_backs (respond_by, purchase_id) where decided_at is null and respond_by is not null',
    },
    {
      name: 'charge_backs_undated',
      on: 'charge_backs (found_at, purchase_id) where decided_at is null and respond_by is null',
    },
  ],
};
