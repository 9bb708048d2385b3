import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/**
 * Ethereum and Avalanche count their addresses together: the same number is the same address on both,
 * and what is sent on the wrong one of them must never be at another customer's address.
 */
export const evmAddressNumbers: Migration = {
  name: '0061-evm-address-numbers',
  statements: [
    sql`insert into address_counters (network, sandbox, next_index)
      select 'EVM', sandbox, max(next_index) from address_counters
      where network in ('Ethereum', 'Avalanche C-Chain') group by sandbox`,
    sql`delete from address_counters where network in ('Ethereum', 'Avalanche C-Chain')`,
  ],
};
