import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What a notice is about, so that it goes when the customer has seen that itself. */
export const noticeAbout: Migration = {
  name: '0065-notice-about',
  statements: [sql`alter table notices add column about text`],
};
