import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** By what price an entry's value was made, so that it can be computed again (EASE-14). */
export const entryPrices: Migration = {
  name: '0037-entry-prices',
  statements: [sql`alter table entry_values add column price text`],
};
