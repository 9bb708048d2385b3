import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** The code a grant was given for, as a hash: whoever lost the answer may ask again with it. */
export const grantCode: Migration = {
  name: '0067-grant-code',
  // A grant of before has none, and is over in two minutes.
  statements: [sql`alter table second_factor_grants add column code_hash text`],
};
