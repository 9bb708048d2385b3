import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/**
 * In which session a withdrawal was asked for, so that the customer's other devices show it until it leaves (EYE-05);
 * null: asked for before.
 */
export const askedInSession: Migration = {
  name: '0109-asked-in-session',
  statements: [sql`alter table withdrawals add column session_id text`],
};
