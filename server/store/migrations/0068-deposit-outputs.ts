import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/**
 * A transaction of these networks may pay several of our addresses, each in several assets, and its
 * outputs have no numbers: they are told apart by whom and in what they pay.
 */
export const depositOutputs: Migration = {
  name: '0068-deposit-outputs',
  statements: [
    sql`drop index deposits_output`,
    sql`create unique index deposits_output on deposits (network, transaction_hash, output_index,
      (case when network in ('Ethereum', 'Avalanche C-Chain', 'Solana')
        then address || ' ' || currency else '' end))
      where external_id is not null and state <> 'dropped'`,
  ],
};
