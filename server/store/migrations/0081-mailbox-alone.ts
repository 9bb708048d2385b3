import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Passwords that a mailed code alone has set, and recipients of a time that its owner has undone (READ-14). */
export const mailboxAlone: Migration = {
  name: '0081-mailbox-alone',
  statements: [
    // When a mailed code alone set the password; null: something else was shown with it, then or since.
    sql`alter table users add column password_mailed_at timestamptz(3)`,
    // The identity check that this session began, to show something besides the mailbox.
    sql`alter table sessions add column identity_check text`,
    // Since when it is in doubt who chose the recipient; null: it is not.
    sql`alter table saved_addresses add column doubted_at timestamptz(3)`,
    sql`alter table withdrawals add column doubted_at timestamptz(3)`,
  ],
};
