import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Who a customer is by their document, and documents that are not of whoever they said they are (READ-09). */
export const verifiedPersons: Migration = {
  name: '0083-verified-persons',
  statements: [
    // Of the last check that counts; null: the check of before said nothing of it.
    sql`alter table users add column kyc_first_name text, add column kyc_last_name text,
      add column kyc_born text, add column kyc_country text`,
    sql`create table identity_cases (
      id text primary key,
      user_id text not null references users (id),
      -- The name of the check; empty: the first one.
      check_name text not null,
      first_name text not null,
      last_name text not null,
      latin_name text not null,
      born text not null,
      country text not null,
      match text not null check (match in ('near', 'birth-date', 'other', 'unnamed')),
      made_at timestamptz(3) not null,
      decided_at timestamptz(3),
      decision text check (decision in ('theirs', 'not-theirs')),
      decided_by text not null default '',
      decided_why text not null default '',
      check ((decision is null) = (decided_at is null))
    )`,
    sql`create unique index identity_cases_open on identity_cases (user_id) where decided_at is null`,
    sql`create index identity_cases_user on identity_cases (user_id, made_at)`,
    sql`create index identity_cases_list on identity_cases (made_at, id) where decided_at is null`,
    // What the sandbox's document says, if it is another than the customer's own.
    sql`alter table sandbox_identities add column first_name text, add column last_name text,
      add column born text, add column country text`,
  ],
};
