import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What customers are told of, and what there is to tell (D20). */
export const notifications: Migration = {
  name: '0047-notifications',
  statements: [
    sql`create table notification_settings (
      user_id text primary key references users (id),
      chosen text not null
    )`,
    sql`create table notices (
      id text primary key,
      user_id text not null references users (id),
      body text not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      -- When it was given to the browsers that take Web Push.
      pushed_at timestamptz(3)
    )`,
    sql`create index notices_user on notices (user_id, created_at)`,
    sql`create index notices_to_push on notices (created_at) where pushed_at is null`,
    sql`create index notices_expiry on notices (expires_at)`,
    // A subscription ends with its session, so that a device that signed out is told nothing more.
    sql`create table push_subscriptions (
      session_id text primary key references sessions (id) on delete cascade,
      user_id text not null references users (id),
      endpoint text not null,
      p256dh text not null,
      auth text not null,
      created_at timestamptz(3) not null
    )`,
    sql`create index push_subscriptions_user on push_subscriptions (user_id)`,
    // Keys the server made for itself; the private halves are sealed.
    sql`create table server_keys (
      name text primary key,
      public_key text not null,
      sealed text not null
    )`,
  ],
};
