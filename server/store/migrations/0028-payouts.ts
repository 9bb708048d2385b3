import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Cash goes home to a bank account: a withdrawal by another way (BANK-05). */
export const payouts: Migration = {
  name: '0028-payouts',
  statements: [
    sql`insert into payment_routes values
      ('eur-bank-transfer', 'EUR', 'Bank transfer', true, '0', '5', '0.5', 0, false, 100),
      ('aud-bank-transfer', 'AUD', 'Bank transfer', true, '0', '5', '0.5', 0, false, 101)`,
    // Whose bank account it goes to; empty for all others.
    sql`alter table withdrawals add column holder text not null default ''`,
    // Why a bank sent it back.
    sql`alter table withdrawals add column returned_for text`,
  ],
};
