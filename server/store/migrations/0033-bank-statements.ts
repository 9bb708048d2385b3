import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** The bank's statements of closed days, which our books are held against (BANK-06). */
export const bankStatements: Migration = {
  name: '0033-bank-statements',
  statements: [
    sql`create table bank_statements (
      account text not null,
      day text not null,
      currency text not null,
      opening numeric(38, 0) not null,
      closing numeric(38, 0) not null,
      read_at timestamptz(3) not null,
      primary key (account, day)
    )`,
    // What came is above zero. References are in small letters and without dashes.
    sql`create table bank_statement_entries (
      account text not null,
      day text not null,
      line int not null,
      units numeric(38, 0) not null,
      refs text[] not null,
      reversal boolean not null,
      primary key (account, day, line),
      foreign key (account, day) references bank_statements (account, day)
    )`,
    // When the simulated bank booked what it has done.
    sql`alter table sandbox_bank_transfers
      add column booked_at timestamptz(3), add column reversed_at timestamptz(3)`,
    sql`update sandbox_bank_transfers set booked_at = created_at
      where status in ('settled', 'reversed')`,
    sql`update sandbox_bank_transfers set reversed_at = created_at where status = 'reversed'`,
    sql`alter table sandbox_transfers add column failed_at timestamptz(3)`,
  ],
};
