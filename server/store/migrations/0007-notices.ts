import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What customers are told, and what providers tell us. */
export const notices: Migration = {
  name: '0007-notices',
  statements: [
    // Mails wait here, written in the transaction of what they tell. `turn`: how many of the same
    // cause waited, so that one leaves of each cause in turn.
    sql`create table mail_outbox (
      id text primary key,
      sealed text not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null,
      urgent boolean not null default false,
      turn_of text not null default '',
      turn integer not null default 1
    )`,
    sql`create index mail_outbox_due on mail_outbox (next_attempt_at)`,
    sql`create index mail_outbox_turn on mail_outbox (urgent desc, turn, created_at)`,
    sql`create index mail_outbox_turn_of on mail_outbox (turn_of)`,
    // What there is to tell by pop-up and push.
    sql`create table notices (
      id text primary key,
      user_id text not null references users (id),
      body text not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      pushed_at timestamptz(3),
      about text,
      session_id text,
      page text not null default '/wallet',
      alarm boolean not null default false,
      turn integer not null default 1
    )`,
    sql`create index notices_expiry on notices (expires_at)`,
    sql`create index notices_to_push on notices (created_at) where pushed_at is null`,
    sql`create index notices_turn on notices (turn, created_at) where pushed_at is null`,
    sql`create index notices_user on notices (user_id, created_at)`,
    // What customers want to be told of.
    sql`create table notification_settings (
      user_id text primary key references users (id),
      chosen text not null
    )`,
    // A subscription ends with its session: a device that signed out is told nothing more.
    sql`create table push_subscriptions (
      session_id text primary key references sessions (id) on delete cascade,
      user_id text not null references users (id),
      endpoint text not null,
      p256dh text not null,
      auth text not null,
      created_at timestamptz(3) not null
    )`,
    sql`create index push_subscriptions_user on push_subscriptions (user_id)`,
    // Keys that the server made for itself; the private halves are sealed.
    sql`create table server_keys (
      name text primary key,
      public_key text not null,
      sealed text not null
    )`,
    // Notices that providers gave lately, so that one repeated does not ask them each time.
    sql`create table provider_notices (
      digest text primary key,
      party text not null,
      about text not null,
      heard integer not null,
      answered integer not null,
      asked_at timestamptz(3) not null
    )`,
    sql`create index provider_notices_age on provider_notices (asked_at)`,
  ],
};
