import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What is held is decided at the desk, with a clock, and large sums by two officers (KEEP-10). */
export const deskHolds: Migration = {
  name: '0026-desk-holds',
  statements: [
    sql`alter table screenings
      -- By when it is reported, or decided once it was reported; null: no time is set.
      add column decide_by timestamptz(3),
      add column reported_at timestamptz(3),
      add column decided_by text not null default '',
      add column decided_why text not null default ''`,
    sql`create index screenings_desk on screenings (coalesce(decide_by, asked_at), id)
      where state in ('asked', 'match')`,
    sql`alter table bank_transfers add column settled_at timestamptz(3),
      add column settled_for text not null default ''`,
    sql`create index bank_transfers_aside on bank_transfers (seen_at, id)
      where state = 'aside' and settled_at is null`,
    // What one officer has decided and a second one has yet to confirm.
    sql`create table desk_proposals (
      kind text not null,
      case_id text not null,
      decision text not null,
      -- What the first one decided about: anything else is another decision.
      basis text not null,
      officer text not null references users (id),
      reason text not null,
      proposed_at timestamptz(3) not null,
      primary key (kind, case_id)
    )`,
  ],
};
