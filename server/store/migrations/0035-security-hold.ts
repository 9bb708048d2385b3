import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Why withdrawals are held, and those that were frozen by “this wasn't me”. */
export const securityHold: Migration = {
  name: '0035-security-hold',
  statements: [
    sql`alter table users add column withdrawals_held_for text`,
    // No end of its own: a password reset, which proves the mailbox, turns it into a hold.
    sql`alter table users add column withdrawals_frozen boolean not null default false`,
  ],
};
