import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** A lost factor and an address that operators give are two things, each of which can be open beside the other. */
export const openRecoveries: Migration = {
  name: '0075-open-recoveries',
  statements: [sql`drop index recoveries_open`],
};
