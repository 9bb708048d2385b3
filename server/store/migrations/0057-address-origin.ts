import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/**
 * An address says whether the sandbox made it: nobody holds a key to such a one, so it is never handed
 * out beside a custodian, nor the other way round. Of those there are nobody knows; they count as the
 * sandbox's, which at worst gives a customer a new address.
 */
export const addressOrigin: Migration = {
  name: '0057-address-origin',
  statements: [
    sql`alter table deposit_addresses add column sandbox boolean not null default true`,
    sql`alter table deposit_addresses alter column sandbox drop default`,
    sql`alter table deposit_addresses drop constraint deposit_addresses_pkey`,
    sql`alter table deposit_addresses add primary key (user_id, payment_route_id, sandbox)`,
  ],
};
