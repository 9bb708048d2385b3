import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** The session that did what a notice tells of: whoever did it needs no pop-up about it. */
export const noticeSession: Migration = {
  name: '0066-notice-session',
  // No reference to the session: that may end, and what it did stays done by it.
  statements: [sql`alter table notices add column session_id text`],
};
