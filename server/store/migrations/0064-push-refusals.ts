import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** How often in a row a browser's push service has refused us as the sender: its customer is told (HARD-75). */
export const pushRefusals: Migration = {
  name: '0064-push-refusals',
  statements: [sql`alter table push_subscriptions add column refused integer not null default 0`],
};
