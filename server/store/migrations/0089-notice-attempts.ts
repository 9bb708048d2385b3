import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** How often in a row a provider was asked about a notice without an answer: the pauses grow with it (READ-15). */
export const noticeAttempts: Migration = {
  name: '0089-notice-attempts',
  statements: [sql`alter table provider_notices add column attempts integer not null default 0`],
};
