import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What a closed account owes may be owed by another account of the same person: officers say so (HARD-50). */
export const debtCases: Migration = {
  name: '0068-debt-cases',
  statements: [
    sql`create table debt_cases (
      id text primary key,
      former_id text not null,
      user_id text not null references users (id),
      match text not null check (match in ('same', 'near')),
      found_at timestamptz(3) not null,
      decision text check (decision in ('theirs', 'not-theirs', 'taken-back')),
      decided_at timestamptz(3),
      decided_why text not null default '',
      transfers text not null default ''
    )`,
    sql`create index debt_cases_open on debt_cases (found_at, id) where decided_at is null`,
    sql`create index debt_cases_user on debt_cases (user_id)`,
  ],
  indexes: [
    // A debt that arises after the closing looks for the accounts of the same person.
    { name: 'users_born', on: `users (dob) where deleted_at is null and dob <> ''` },
  ],
};
