import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What the party that knows sanctions lists was asked, and what it found (KEEP-06). */
export const screening: Migration = {
  name: '0021-screening',
  statements: [
    // One row for each customer, withdrawal and deposit: `subject:reference`.
    sql`create table screenings (
      id text primary key,
      subject text not null check (subject in ('customer', 'withdrawal', 'deposit')),
      reference text not null,
      user_id text not null references users (id),
      state text not null check (state in ('asked', 'clear', 'match', 'released', 'rejected')),
      -- The entries of the lists that were found, by the party's names for them.
      matched text not null default '',
      -- The version of the lists that counts; empty until it is known.
      list text not null default '',
      asked_at timestamptz(3) not null,
      due_at timestamptz(3),
      attempts integer not null default 0,
      answered_at timestamptz(3),
      decided_at timestamptz(3)
    )`,
    sql`create index screenings_due on screenings (due_at) where due_at is not null`,
    sql`create index screenings_list on screenings (list) where subject = 'customer'`,
    sql`create index screenings_user on screenings (user_id)`,
    sql`create index screenings_open on screenings (state) where state in ('asked', 'match')`,
    // Who is on a list of the simulated party: customers by their ids, and addresses.
    sql`create table sandbox_listed (
      entry text primary key,
      listed_at timestamptz(3) not null
    )`,
    // Where a deposit came from, as its network shows it; several are separated by spaces.
    sql`alter table deposits add column senders text not null default ''`,
    sql`alter table sandbox_deposits add column senders text not null default ''`,
    // We decided not to carry it out.
    sql`alter table withdrawals drop constraint withdrawals_cancelled_for_check`,
    sql`alter table withdrawals add constraint withdrawals_cancelled_for_check
      check (cancelled_for in ('reported', 'password-reset', 'verification', 'refused'))`,
  ],
};
