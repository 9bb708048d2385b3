import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Questions that change are asked again (HARD-90), and a recipient has one form (HARD-91). */
export const generations: Migration = {
  name: '0074-generations',
  statements: [
    // Raised by whatever changes the question; the second one is that of the last answer.
    sql`alter table screenings
      add column generation integer not null default 0,
      add column answered_generation integer not null default 0`,
    sql`alter table travel_rule add column generation integer not null default 0`,
    // The address of the account behind what was typed. Empty: written by a server of the version before.
    sql`alter table withdrawals add column destination text not null default ''`,
  ],
};
