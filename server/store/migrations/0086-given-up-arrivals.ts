import type { Migration } from '#server/store/migration.ts';

/** Bank transfers that officers expect no more are still asked about: one may settle all the same (HARD-88). */
export const givenUpArrivals: Migration = {
  name: '0086-given-up-arrivals',
  statements: [],
  indexes: [
    {
      name: 'bank_transfers_given_up',
      on: "bank_transfers (ask_at) where state = 'rejected' and reason = 'given-up'",
    },
  ],
};
