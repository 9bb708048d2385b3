import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What makes a request count once, and not too often. */
export const requests: Migration = {
  name: '0002-requests',
  statements: [
    // Nonces of envelopes that were received: none counts twice.
    sql`create table nonces (
      scope text not null,
      nonce text not null,
      expires_at timestamptz(3) not null,
      primary key (scope, nonce)
    )`,
    sql`create index nonces_expiry on nonces (expires_at)`,
    // Attempts counted in a window of time, by the hash of what is limited.
    sql`create table rate_limits (
      key text primary key,
      count integer not null,
      resets_at timestamptz(3) not null
    )`,
    sql`create index rate_limits_expiry on rate_limits (resets_at)`,
    // Money writes by their idempotency key, each with its recorded answer. Those that moved money
    // are kept for good.
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
    // Those that may be forgotten (platform/sweep.ts), found without reading the others.
    sql`create index operations_passing on operations (created_at)
      where state = 'closed'
        or operation in ('/exchange/init-transaction', '/exchange/insert-transaction')`,
    // What browsers asked for under a key of their own, without a session. Forgotten after days.
    sql`create table browser_operations (
      browser text not null,
      key text not null,
      operation text not null,
      request_hash text not null,
      state text not null check (state in ('open', 'done', 'closed')),
      answer text,
      created_at timestamptz(3) not null,
      primary key (browser, key)
    )`,
    sql`create index browser_operations_expiry on browser_operations (created_at)`,
  ],
};
