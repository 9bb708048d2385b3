import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What the comparison of card payments with their provider's list leaves behind (HARD-82). */
export const cardComparison: Migration = {
  name: '0067-card-comparison',
  statements: [
    // When the provider's list had a payment that the books have as bought; null: not yet.
    sql`alter table purchases add column listed_at timestamptz(3)`,
    // What the books have as bought although it was given back, or was not paid, stands among the transfers.
    sql`alter table transfers_aside add column reason text not null default ''`,
    sql`alter table sandbox_payments add column refunded_at timestamptz(3)`,
  ],
  indexes: [
    {
      name: 'purchases_unlisted',
      on: `purchases (paid_at) where status = 'success' and listed_at is null`,
    },
  ],
};
