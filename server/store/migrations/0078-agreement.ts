import type { Migration } from '#server/store/migration.ts';

/** What is compared each hour is found by an index (HARD-87). */
export const agreement: Migration = {
  name: '0078-agreement',
  statements: [],
  indexes: [
    {
      name: 'withdrawals_ended',
      on: 'withdrawals (greatest(completed_at, refunded_at, cancelled_at))',
    },
    // What their provider lists as paid, and the books have as not paid.
    {
      name: 'purchases_paid_otherwise',
      on: `purchases (id) where listed_at is not null and status in ('failed', 'declined', 'cancelled')`,
    },
  ],
};
