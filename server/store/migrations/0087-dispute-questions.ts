import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/**
 * Questions about the disputes of a card payment are numbered, so that an answer which comes late does not undo a newer
 * one (HARD-90, HARD-93).
 */
export const disputeQuestions: Migration = {
  name: '0087-dispute-questions',
  statements: [
    sql`alter table purchases add column disputes_asked bigint not null default 0,
      add column disputes_heard bigint not null default 0`,
  ],
};
