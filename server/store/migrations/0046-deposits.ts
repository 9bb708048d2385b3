import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Deposits that are seen on chain before they are credited (BEY-18). */
export const deposits: Migration = {
  name: '0046-deposits',
  statements: [
    sql`create table deposits (
      id text primary key,
      user_id text not null references users (id),
      currency text not null,
      network text not null,
      units numeric(38, 0) not null check (units > 0),
      confirmations integer not null check (confirmations >= 0),
      confirmations_needed integer not null,
      state text not null check (state in ('pending', 'credited')),
      seen_at timestamptz(3) not null,
      -- When the chain is asked again.
      ask_at timestamptz(3) not null,
      credited_at timestamptz(3)
    )`,
    sql`create index deposits_user on deposits (user_id, seen_at)`,
    sql`create index deposits_pending on deposits (ask_at) where state = 'pending'`,
  ],
};
