import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** In which time zone a customer's tax years begin: that of the first report for a residence (HARD-58). */
export const taxZones: Migration = {
  name: '0055-tax-zones',
  statements: [
    sql`create table tax_zones (
      user_id text not null references users (id),
      -- Of the residence; empty before a certification.
      country text not null,
      zone text not null,
      first_at timestamptz(3) not null,
      primary key (user_id, country)
    )`,
  ],
};
