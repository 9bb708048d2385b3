import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What is kept of closed accounts, sealed, and who read it why (KEEP-05). */
export const archive: Migration = {
  name: '0034-archive',
  statements: [
    // A part of what is kept of an account that is no more; each is kept for a time of its own.
    sql`create table archived (
      former_id text not null references users (id),
      part text not null check (part in ('identity', 'correspondence', 'personal')),
      email_tag text not null,
      sealed text not null,
      closed_at timestamptz(3) not null,
      erase_at timestamptz(3) not null,
      extended_at timestamptz(3),
      primary key (former_id, part),
      check (erase_at >= closed_at + interval '5 years')
    )`,
    sql`create index archived_email on archived (email_tag)`,
    sql`create index archived_erase on archived (erase_at)`,
    // Goes with the part that is kept longest.
    sql`create table archive_acts (
      id bigint generated always as identity primary key,
      former_id text not null,
      part text not null default 'identity' check (part = 'identity'),
      at timestamptz(3) not null,
      officer text not null,
      act text not null check (act in ('read', 'extended')),
      reason text not null,
      foreign key (former_id, part) references archived (former_id, part) on delete cascade
    )`,
    sql`create index archive_acts_about on archive_acts (former_id, id)`,
  ],
};
