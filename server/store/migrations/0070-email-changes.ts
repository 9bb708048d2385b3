import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Addresses that accounts are to move to, and the address that a security mail's link brings back. */
export const emailChanges: Migration = {
  name: '0070-email-changes',
  statements: [
    sql`create table email_changes (
      user_id text primary key references users (id),
      email text not null,
      expires_at timestamptz(3) not null
    )`,
    sql`create index email_changes_expiry on email_changes (expires_at)`,
    sql`alter table report_links add column previous_email text`,
  ],
};
