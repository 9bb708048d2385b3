import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What a server knows of the copy of the books it works on, and what rests while that copy is an older one. */
export const olderCopies: Migration = {
  name: '0058-older-copies',
  statements: [
    // Where the books were last, and how often a server has said so: both differ in a restored copy.
    sql`create table books_marks (
      id integer primary key check (id = 1),
      place text not null,
      count bigint not null
    )`,
    sql`create table older_copies (
      id text primary key,
      because text not null,
      found_at timestamptz(3) not null,
      released_at timestamptz(3)
    )`,
    sql`alter table users add column copy_confirmed_at timestamptz(3)`,
    // Cancelled while no process knew whether it had been sent: carried out once that is known.
    sql`alter table withdrawals add column to_cancel text`,
    sql`alter table transfers_aside add column party text not null default 'custody'`,
    // Accounts that we opened at the bank for customers whom the books lack.
    sql`create table lost_bank_accounts (
      external_id text primary key,
      opened_for text not null,
      seen_at timestamptz(3) not null
    )`,
  ],
};
