import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Which sign-ins were on a device that the account knew, and the operator's enrolment of staff. */
export const knownSignIns: Migration = {
  name: '0062-known-sign-ins',
  statements: [
    // The last sign-in on a device at which the account had known it for a while.
    sql`alter table known_devices add column trusted_at timestamptz(3)`,
    // Null for sessions of older servers.
    sql`alter table sessions add column on_known_device boolean`,
    sql`alter table sessions add column enrols_until timestamptz(3)`,
    sql`alter table users add column two_factor_known boolean`,
    sql`alter table users add column enrol_hash text`,
    sql`alter table users add column enrol_until timestamptz(3)`,
    // Opened by the password alone, before there was an enrolment.
    sql`delete from sessions using users where users.id = sessions.user_id and users.role <> 'user'
      and not users.two_factor
      and not exists (select from passkeys where passkeys.user_id = users.id)`,
  ],
};
