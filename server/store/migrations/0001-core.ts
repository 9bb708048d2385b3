import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Accounts of people, the ledger, quotes, exactly-once writes. */
export const core: Migration = {
  name: '0001-core',
  statements: [
    sql`create table users (
      id text primary key,
      email text not null,
      password_hash text not null,
      role text not null check (role in ('user', 'admin')),
      first_name text not null,
      last_name text not null,
      dob text not null,
      phone text not null default '',
      address text not null default '',
      city text not null default '',
      state text not null default '',
      postal text not null default '',
      currency_code text not null,
      country_code text not null,
      is_eu boolean not null,
      kyc_status text not null default 'not_started',
      two_factor boolean not null default false,
      created_at timestamptz(3) not null,
      deleted_at timestamptz(3)
    )`,
    // A deleted account frees its address for a new one.
    sql`create unique index users_email on users (email) where deleted_at is null`,
    sql`create table sessions (
      id text primary key,
      user_id text not null references users (id),
      access_hash text not null,
      access_expires_at timestamptz(3) not null,
      refresh_hash text not null unique,
      refresh_expires_at timestamptz(3) not null,
      device_info text not null,
      created_at timestamptz(3) not null,
      last_seen_at timestamptz(3) not null
    )`,
    sql`create index sessions_user on sessions (user_id)`,
    sql`create table nonces (
      scope text not null,
      nonce text not null,
      expires_at timestamptz(3) not null,
      primary key (scope, nonce)
    )`,
    sql`create index nonces_expiry on nonces (expires_at)`,
    sql`create table rate_limits (
      key text primary key,
      count integer not null,
      resets_at timestamptz(3) not null
    )`,
    sql`create table accounts (
      id text primary key,
      owner text not null,
      kind text not null,
      currency text not null,
      balance numeric(38, 0) not null check (balance >= 0),
      unique (owner, kind, currency)
    )`,
    sql`create table journals (
      id text primary key,
      class text not null check (class in ('conversion', 'payment', 'manual', 'trade')),
      kind text not null,
      user_id text not null references users (id),
      reference text unique,
      comment text not null,
      network text not null,
      sender text not null,
      recipient text not null,
      payment_method text not null,
      created_at timestamptz(3) not null
    )`,
    // The two legs of a conversion are told by their moment, so no two of a customer share one.
    sql`create unique index journals_conversion_moment on journals (user_id, created_at)
      where class = 'conversion'`,
    sql`create table postings (
      journal_id text not null references journals (id),
      line smallint not null,
      account_id text not null,
      currency text not null,
      amount numeric(38, 0) not null check (amount <> 0),
      statement_of text,
      created_at timestamptz(3) not null,
      primary key (journal_id, line)
    )`,
    sql`create index postings_account on postings (account_id)`,
    sql`create index postings_statement
      on postings (statement_of, created_at desc, journal_id desc, line desc)
      where statement_of is not null`,
    sql`create table instruments (
      id text primary key,
      is_active boolean not null,
      base_currency text not null,
      quote_currency text not null,
      min_quantity text not null,
      position integer not null,
      unique (base_currency, quote_currency)
    )`,
    sql`create table quotes (
      id text primary key,
      user_id text not null references users (id),
      source_currency text not null,
      source_units numeric(38, 0) not null check (source_units > 0),
      target_currency text not null,
      target_units numeric(38, 0) not null check (target_units > 0),
      spread_units numeric(38, 0) not null check (spread_units >= 0),
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      used_at timestamptz(3)
    )`,
    sql`create index quotes_expiry on quotes (expires_at)`,
    sql`create table operations (
      user_id text not null references users (id),
      key text not null,
      operation text not null,
      request_hash text not null,
      state text not null check (state in ('open', 'done', 'closed')),
      answer text,
      created_at timestamptz(3) not null,
      primary key (user_id, key)
    )`,
  ],
};
