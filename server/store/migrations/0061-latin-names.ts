import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** The customer's name in Latin letters, as the identity check read it (HARD-74). */
export const latinNames: Migration = {
  name: '0061-latin-names',
  statements: [sql`alter table users add column kyc_latin_name text`],
};
