import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Mails wait here, written together with what they tell; the links of security mails. */
export const outbox: Migration = {
  name: '0036-outbox',
  statements: [
    sql`create table mail_outbox (
      id text primary key,
      sealed text not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null
    )`,
    sql`create index mail_outbox_due on mail_outbox (next_attempt_at)`,
    sql`create table report_links (
      token_hash text primary key,
      user_id text not null references users (id),
      expires_at timestamptz(3) not null,
      used_at timestamptz(3)
    )`,
    sql`create index report_links_user on report_links (user_id)`,
    sql`create index report_links_expiry on report_links (expires_at)`,
  ],
};
