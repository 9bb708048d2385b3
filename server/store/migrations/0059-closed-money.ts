import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What came for accounts after they were closed, until two officers have decided whose it is (HARD-51). */
export const closedMoney: Migration = {
  name: '0059-closed-money',
  statements: [
    sql`create table closed_money (
      id text primary key,
      former_id text not null references users (id),
      currency text not null,
      units numeric(38, 0) not null check (units > 0),
      cause text not null check (cause in ('payout', 'withdrawal', 'card', 'left')),
      -- The payout, withdrawal or purchase that it comes from.
      about text not null,
      came_at timestamptz(3) not null,
      due_at timestamptz(3) not null,
      -- Whether a mail was written to the sealed address; otherwise officers send a letter.
      told boolean not null,
      decision text check (decision in ('pay', 'refund', 'book')),
      decided_at timestamptz(3),
      decided_by text not null default '',
      decided_why text not null default '',
      -- The withdrawal that pays it out, and where it goes, sealed as the archive is.
      withdrawal_id text unique,
      paid_to text not null default '',
      check ((decision is null) = (decided_at is null))
    )`,
    sql`create index closed_money_open on closed_money (due_at, id) where decided_at is null`,
    sql`create index closed_money_owner on closed_money (former_id)`,
    sql`create index closed_money_decided on closed_money (decided_at)`,
  ],
  // What an older server left in a closed account is looked for each hour, without all customers.
  indexes: [{ name: 'users_closed', on: 'users (id) where deleted_at is not null' }],
};
