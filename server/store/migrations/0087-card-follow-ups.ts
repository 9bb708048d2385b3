import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/**
 * Questions about the disputes of a card payment are numbered, so that an answer which comes late does not undo a newer
 * one; and the daily comparison of settlements finds what has moved lately (HARD-93).
 */
export const cardFollowUps: Migration = {
  name: '0087-card-follow-ups',
  statements: [
    sql`alter table purchases add column disputes_asked bigint not null default 0,
      add column disputes_heard bigint not null default 0`,
  ],
  indexes: [
    { name: 'card_settlement_lines_day', on: 'card_settlement_lines (day)' },
    { name: 'purchases_refunded', on: 'purchases (refunded_at) where refunded_at is not null' },
    { name: 'charge_backs_heard', on: 'charge_backs (heard_at)' },
  ],
};
