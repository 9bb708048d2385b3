import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Since when a second factor is on and which session turned it on; the sign-in that a link reports. */
export const frozenAccounts: Migration = {
  name: '0081-frozen-accounts',
  statements: [
    // Null for those of before: too old for a report to remove them.
    sql`alter table users add column two_factor_since timestamptz(3)`,
    sql`alter table users add column two_factor_by text`,
    // Null for those of before: when they were made.
    sql`alter table report_links add column reported_since timestamptz(3)`,
    // Null for those of before: known for longer than any report reaches.
    sql`alter table known_devices add column met_at timestamptz(3)`,
    // The session was opened with a recovery code.
    sql`alter table sessions add column recovery_code_at timestamptz(3)`,
  ],
};
