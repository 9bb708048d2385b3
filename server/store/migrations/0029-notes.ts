import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Customers' notes on their transactions, which only they can open, and the sealed key (EASE-16). */
export const notes: Migration = {
  name: '0029-notes',
  statements: [
    sql`create table note_keys (
      user_id text primary key references users,
      key_id text not null,
      salt text not null,
      rounds int not null,
      sealed text not null,
      sealed_for text not null,
      sealed_at timestamptz(3) not null
    )`,
    sql`create table notes (
      user_id text not null references users,
      entry_id text not null,
      journal_id text,
      sealed text not null,
      version int not null,
      changed_at timestamptz(3) not null,
      primary key (user_id, entry_id)
    )`,
  ],
};
