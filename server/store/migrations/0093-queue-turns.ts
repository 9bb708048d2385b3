import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/**
 * Mails and notices leave in turns: each counts how many of the same sender wait before it. Security
 * mails go first, and a withdrawal knows the mail that tells how to stop it.
 */
export const queueTurns: Migration = {
  name: '0093-queue-turns',
  statements: [
    sql`alter table mail_outbox add column urgent boolean not null default false`,
    sql`alter table mail_outbox add column turn_of text not null default ''`,
    sql`alter table mail_outbox add column turn integer not null default 1`,
    sql`create index mail_outbox_turn_of on mail_outbox (turn_of)`,
    sql`create index mail_outbox_turn on mail_outbox (urgent desc, turn, created_at)`,
    sql`alter table notices add column turn integer not null default 1`,
    sql`create index notices_turn on notices (turn, created_at) where pushed_at is null`,
    sql`alter table withdrawals add column mail_id text`,
  ],
};
