import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Those of the last day are asked about again: found among all there ever were. */
export const unpaidPurchases: Migration = {
  name: '0069-unpaid-purchases',
  statements: [
    sql`create index purchases_unpaid on purchases (created_at)
      where status in ('failed', 'declined', 'cancelled')`,
  ],
};
