import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

const answer = sql.raw(`text check (payee_answer in ('match', 'close', 'none', 'unknown'))`);

/** What a bank said of whose account it is that cash goes to (KEEP-17). */
export const payeeNames: Migration = {
  name: '0040-payee-names',
  statements: [
    // The last answer about an account of the address book, with the name that the bank has if it told it.
    sql`alter table saved_addresses add column payee_answer ${answer},
      add column payee_name text not null default '',
      add column payee_asked_at timestamptz(3)`,
    // What was known when a payout was asked for; null: it is none, or is from before.
    sql`alter table withdrawals add column payee_answer ${answer},
      add column payee_name text not null default ''`,
  ],
};
