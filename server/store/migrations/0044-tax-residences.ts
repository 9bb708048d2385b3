import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Where customers pay tax, who is asked for it, and what tax offices were told (KEEP-14). */
export const taxResidences: Migration = {
  name: '0044-tax-residences',
  statements: [
    sql`create table tax_certifications (
      id bigint generated always as identity primary key,
      user_id text not null references users (id),
      address text not null,
      city text not null,
      state text not null,
      postal text not null,
      country text not null check (length(country) = 2),
      -- A JSON list of countries, each with the number there or why there is none.
      residences text not null,
      -- The sentence that was certified.
      declaration text not null,
      certified_at timestamptz(3) not null
    )`,
    sql`create index tax_certifications_of on tax_certifications (user_id, id)`,
    sql`create trigger tax_certifications_kept before update on tax_certifications
      for each row execute function register_refuse()`,
    // Each stays until its account is erased.
    sql`create function tax_certifications_stay() returns trigger language plpgsql as $$
      begin
        if exists (select from users where id = old.user_id and deleted_at is null) then
          raise exception 'tax certifications cannot be removed';
        end if;
        return old;
      end $$`,
    sql`create trigger tax_certifications_stay before delete on tax_certifications
      for each row execute function tax_certifications_stay()`,
    sql`create trigger tax_certifications_whole before truncate on tax_certifications
      for each statement execute function register_refuse()`,
    sql`create table tax_asks (
      user_id text primary key references users (id),
      asked_at timestamptz(3) not null,
      limited_at timestamptz(3) not null,
      -- How much of the asking, the reminders and the limit the customer was told.
      told smallint not null default 0,
      look_at timestamptz(3) not null
    )`,
    sql`create index tax_asks_look on tax_asks (look_at)`,
    sql`create table carf_messages (
      reference text primary key,
      country text not null,
      year smallint not null,
      kind text not null check (kind in ('new', 'correction', 'none')),
      made_at timestamptz(3) not null
    )`,
    sql`create table carf_records (
      message text not null references carf_messages (reference),
      user_id text not null references users (id),
      reference text not null unique,
      -- Of what it says: another digest is worth a correction. Empty: it takes the one before back.
      digest text not null,
      primary key (message, user_id)
    )`,
    sql`create index carf_records_of on carf_records (user_id)`,
    ...['carf_messages', 'carf_records'].flatMap((table) => [
      sql`create trigger ${sql.ref(`${table}_kept`)} before update or delete on ${sql.table(table)}
        for each row execute function register_refuse()`,
      sql`create trigger ${sql.ref(`${table}_whole`)} before truncate on ${sql.table(table)}
        for each statement execute function register_refuse()`,
    ]),
  ],
};
