import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Assets bought with cash again and again, and what became of each day (BANK-08). */
export const recurringBuys: Migration = {
  name: '0030-recurring-buys',
  statements: [
    sql`create table recurring_buys (
      id text primary key,
      user_id text not null references users,
      asset text not null,
      cash text not null,
      units numeric(38, 0) not null check (units > 0),
      every text not null check (every in ('weekly', 'fortnightly', 'monthly')),
      first_on text not null,
      next_on text not null,
      most_spread_bps int not null,
      state text not null check (state in ('active', 'paused', 'ended')),
      created_at timestamptz(3) not null,
      due_at timestamptz(3) not null
    )`,
    sql`create index recurring_buys_due on recurring_buys (due_at) where state = 'active'`,
    sql`create index recurring_buys_of on recurring_buys (user_id)`,
    // The key is what a day can be done by once, whoever tries.
    sql`create table recurring_runs (
      buy_id text not null references recurring_buys on delete cascade,
      day text not null,
      outcome text not null check (outcome in ('bought', 'short', 'missed', 'skipped')),
      created_at timestamptz(3) not null,
      primary key (buy_id, day)
    )`,
  ],
};
