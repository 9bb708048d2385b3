import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** At what a purchase was made, as its buyer saw it before they agreed. */
export const purchaseTerms: Migration = {
  name: '0015-purchase-terms',
  statements: [
    // Of the asset, in the currency charged, before the fee; null where it was not kept.
    sql`alter table purchases add column price text, add column spread_bps numeric(8, 2)`,
  ],
};
