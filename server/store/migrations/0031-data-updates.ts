import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Customers' risk groups, and when their data is due for an update (KEEP-09). */
export const dataUpdates: Migration = {
  name: '0031-data-updates',
  statements: [
    sql`create table risk_decisions (
      id bigint generated always as identity primary key,
      user_id text not null references users (id),
      risk_group text not null check (risk_group in ('low', 'medium', 'high')),
      -- The officer's account; null: the rules.
      decided_by text,
      reason text not null,
      decided_at timestamptz(3) not null
    )`,
    sql`create index risk_decisions_of on risk_decisions (user_id, id)`,
    sql`create trigger risk_decisions_kept before update or delete on risk_decisions
      for each row execute function register_refuse()`,
    sql`create trigger risk_decisions_whole before truncate on risk_decisions
      for each statement execute function register_refuse()`,
    sql`create table data_updates (
      user_id text primary key references users (id),
      risk_group text not null check (risk_group in ('low', 'medium', 'high')),
      rules_group text not null check (rules_group in ('low', 'medium', 'high')),
      chosen boolean not null default false,
      updated_at timestamptz(3) not null,
      due_at timestamptz(3) not null,
      limited_at timestamptz(3) not null,
      -- How many of the reminders have come, and whether the limit has.
      told smallint not null default 0,
      -- The check that updates it, once it was begun.
      check_id text,
      look_at timestamptz(3) not null
    )`,
    // A recurring buy's day on which the account is limited.
    sql`alter table recurring_runs drop constraint recurring_runs_outcome_check`,
    sql`alter table recurring_runs add constraint recurring_runs_outcome_check
      check (outcome in ('bought', 'short', 'missed', 'skipped', 'limited'))`,
    sql`create index data_updates_look on data_updates (look_at)`,
    sql`create index data_updates_high on data_updates (user_id)
      where risk_group = 'high' and not chosen`,
  ],
};
