import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/**
 * The sandbox and a custodian count their addresses apart, so that trying one out uses up none of the
 * other's. Whose the numbers given so far were is not known for all: both go on behind them.
 */
export const addressCounters: Migration = {
  name: '0059-address-counters',
  statements: [
    sql`alter table address_counters add column sandbox boolean not null default true`,
    sql`alter table address_counters alter column sandbox drop default`,
    sql`alter table address_counters drop constraint address_counters_pkey`,
    sql`alter table address_counters add primary key (network, sandbox)`,
    sql`insert into address_counters (network, next_index, sandbox)
      select network, next_index, false from address_counters`,
    sql`alter table deposit_addresses
      drop constraint deposit_addresses_network_address_index_key`,
    sql`alter table deposit_addresses add unique (network, sandbox, address_index)`,
  ],
};
