import type { Migration } from '#server/store/migration.ts';

/** Card payments that were given back, and of which their provider has said nothing yet, are found by an index. */
export const cardUnanswered: Migration = {
  name: '0076-card-unanswered',
  statements: [],
  indexes: [
    {
      name: 'purchases_unanswered',
      on: `purchases (next_check_at) where status = 'refunded' and listed_at is null`,
    },
  ],
};
