import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** One asset's history is read as quickly as the whole, however long the other assets' are (TX-03). */
export const assetStatement: Migration = {
  name: '0055-asset-statement',
  statements: [
    sql`create index postings_asset_statement
      on postings (statement_of, currency, created_at desc, journal_id desc, line desc)
      where statement_of is not null`,
  ],
};
