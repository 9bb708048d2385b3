import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Recoveries of accounts whose second factor is lost, and the links mailed for them. */
export const recoveries: Migration = {
  name: '0100-recoveries',
  statements: [
    sql`create table recoveries (
      id text primary key,
      user_id text not null references users (id),
      stage text not null check (stage in ('asked', 'waiting', 'done', 'stopped')),
      review text not null,
      created_at timestamptz(3) not null,
      due_at timestamptz(3),
      told_at timestamptz(3),
      expires_at timestamptz(3) not null,
      check ((stage = 'waiting') <= (due_at is not null and told_at is not null))
    )`,
    sql`create unique index recoveries_open on recoveries (user_id)
      where stage in ('asked', 'waiting')`,
    sql`create index recoveries_due on recoveries (due_at) where stage = 'waiting'`,
    sql`create index recoveries_told on recoveries (told_at) where stage = 'waiting'`,
    sql`create index recoveries_expiry on recoveries (expires_at)`,
    sql`create table recovery_links (
      token_hash text primary key,
      recovery_id text not null references recoveries (id) on delete cascade
    )`,
    sql`create index recovery_links_recovery on recovery_links (recovery_id)`,
  ],
};
