import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Accounts of people: who they are, how they sign in and how they get back in. */
export const accounts: Migration = {
  name: '0001-accounts',
  statements: [
    // People: customers, administrators, and what is left of deleted accounts.
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
      deleted_at timestamptz(3),
      two_factor_secret text,
      two_factor_pending text,
      two_factor_step integer not null default 0,
      anti_phishing_code text,
      withdrawals_held_until timestamptz(3),
      withdrawals_held_for text,
      withdrawals_frozen boolean not null default false,
      kyc_asked integer not null default 0,
      kyc_answered integer not null default 0,
      two_factor_since timestamptz(3),
      two_factor_by text,
      kyc_comment text
    )`,
    // A deleted account frees its address for a new one.
    sql`create unique index users_email on users (email) where deleted_at is null`,
    // Open sessions. Tokens are kept as hashes.
    sql`create table sessions (
      id text primary key,
      user_id text not null references users (id),
      access_hash text not null,
      access_expires_at timestamptz(3) not null,
      refresh_hash text not null unique,
      refresh_expires_at timestamptz(3) not null,
      device_info text not null,
      created_at timestamptz(3) not null,
      last_seen_at timestamptz(3) not null,
      place text not null default '',
      end_hash text unique,
      opened_by text,
      recovery_code_at timestamptz(3)
    )`,
    sql`create index sessions_expiry on sessions (refresh_expires_at)`,
    sql`create index sessions_user on sessions (user_id)`,
    // Wrong passwords in a row, by the hash of the address they were tried for.
    sql`create table login_attempts (
      key text primary key,
      failures integer not null,
      locked_until timestamptz(3) not null,
      resets_at timestamptz(3) not null
    )`,
    sql`create index login_attempts_expiry on login_attempts (resets_at)`,
    // Devices an account was used on, as hashes, until nobody needs to be told of them any more.
    sql`create table known_devices (
      user_id text not null references users (id),
      device_hash text not null,
      expires_at timestamptz(3) not null,
      met_at timestamptz(3),
      primary key (user_id, device_hash)
    )`,
    sql`create index known_devices_expiry on known_devices (expires_at)`,
    // Mailed codes. Each belongs to the browser that asked for it.
    sql`create table email_codes (
      email text not null,
      purpose smallint not null,
      code_hash text not null,
      tries integer not null,
      sent_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      used_at timestamptz(3),
      browser text not null,
      primary key (email, purpose, browser)
    )`,
    sql`create index email_codes_expiry on email_codes (expires_at)`,
    // How many codes may still be asked for: counted for strangers together, and for each browser
    // that an account knows.
    sql`create table code_allowances (
      email text not null,
      purpose smallint not null,
      asker text not null,
      sent_at timestamptz(3) not null,
      sent_today integer not null,
      today_ends_at timestamptz(3) not null,
      primary key (email, purpose, asker)
    )`,
    sql`create index code_allowances_expiry on code_allowances (today_ends_at)`,
    // The address an account is to move to, once the code sent there is shown.
    sql`create table email_changes (
      user_id text primary key references users (id),
      email text not null,
      expires_at timestamptz(3) not null
    )`,
    sql`create index email_changes_expiry on email_changes (expires_at)`,
    // Recovery codes of the second factor, as hashes.
    sql`create table recovery_codes (
      user_id text not null references users (id),
      code_hash text not null,
      used_at timestamptz(3),
      primary key (user_id, code_hash)
    )`,
    // A code that was checked a moment ago, good for one withdrawal of its session. Its hash lets
    // whoever lost the answer ask again.
    sql`create table second_factor_grants (
      session_id text primary key,
      user_id text not null references users (id),
      expires_at timestamptz(3) not null,
      code_hash text
    )`,
    sql`create index second_factor_grants_expiry on second_factor_grants (expires_at)`,
    // The links of security mails, as hashes.
    sql`create table report_links (
      token_hash text primary key,
      user_id text not null references users (id),
      expires_at timestamptz(3) not null,
      used_at timestamptz(3),
      previous_email text,
      reported_since timestamptz(3)
    )`,
    sql`create index report_links_expiry on report_links (expires_at)`,
    sql`create index report_links_user on report_links (user_id)`,
    // Recoveries of accounts whose second factor is lost (HARD-22).
    sql`create table recoveries (
      id text primary key,
      user_id text not null references users (id),
      stage text not null check (stage in ('asked', 'waiting', 'done', 'stopped')),
      review text not null,
      created_at timestamptz(3) not null,
      due_at timestamptz(3),
      told_at timestamptz(3),
      expires_at timestamptz(3) not null,
      check ((stage = 'waiting') <= (due_at is not null and told_at is not null))
    )`,
    sql`create index recoveries_due on recoveries (due_at) where stage = 'waiting'`,
    sql`create index recoveries_expiry on recoveries (expires_at)`,
    sql`create unique index recoveries_open on recoveries (user_id)
      where stage in ('asked', 'waiting')`,
    sql`create index recoveries_told on recoveries (told_at) where stage = 'waiting'`,
    // The links mailed for them, as hashes.
    sql`create table recovery_links (
      token_hash text primary key,
      recovery_id text not null references recoveries (id) on delete cascade
    )`,
    sql`create index recovery_links_recovery on recovery_links (recovery_id)`,
  ],
};
