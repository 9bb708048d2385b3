import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Customers are asked about again beside what money waits for (READ-16): each lane finds its rows by an index. */
export const screeningLanes: Migration = {
  name: '0085-screening-lanes',
  statements: [sql`alter table screenings add column bulk_since timestamptz(3)`],
  indexes: [
    {
      name: 'screenings_transfers',
      on: `screenings (due_at, id) where due_at is not null and subject <> 'customer'`,
    },
    {
      name: 'screenings_newcomers',
      on: `screenings (due_at, id)
        where due_at is not null and subject = 'customer' and bulk_since is null`,
    },
    {
      name: 'screenings_bulk',
      on: 'screenings (bulk_since) where due_at is not null and bulk_since is not null',
    },
  ],
};
