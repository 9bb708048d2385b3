import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Originator and beneficiary of each transfer of crypto (KEEP-07). */
export const travelRule: Migration = {
  name: '0043-travel-rule',
  statements: [
    // Whose an address is, as its customer says; asked once for each destination.
    sql`create table counterparties (
      user_id text not null references users,
      network text not null,
      address text not null,
      tag text not null,
      owner text not null check (owner in ('customer', 'other')),
      name text not null,
      country text not null,
      provider text not null,
      said_at timestamptz(3) not null,
      -- Part of the message that its owner signs, so that no signature for somebody else counts.
      nonce text not null,
      proved_at timestamptz(3),
      proved_by text check (proved_by in ('message', 'deposit')),
      primary key (user_id, network, address, tag),
      check ((owner = 'customer') = (name = '')),
      check ((owner = 'customer') = (country = '')),
      check ((proved_at is null) = (proved_by is null)),
      check (proved_at is null or (owner = 'customer' and provider = ''))
    )`,
    // One row for each withdrawal and deposit: what travels with it.
    sql`create table travel_rule (
      id text primary key,
      subject text not null check (subject in ('withdrawal', 'deposit')),
      reference text not null,
      user_id text not null references users,
      -- due: the party is handed it, or asked for it. asked: the customer has to say. before: older than the question.
      state text not null check (state in ('due', 'asked', 'done', 'refused', 'before')),
      owner text check (owner in ('customer', 'other')),
      name text not null default '',
      country text not null default '',
      provider text not null default '',
      -- The party's own name for what it was handed.
      message text not null default '',
      asked_at timestamptz(3) not null,
      due_at timestamptz(3),
      attempts integer not null default 0,
      answered_at timestamptz(3),
      check (state not in ('asked', 'before') or owner is null),
      check (state not in ('done', 'refused') or owner is not null)
    )`,
    sql`create index travel_rule_due on travel_rule (due_at) where due_at is not null`,
    sql`create index travel_rule_of on travel_rule (user_id)`,
    sql`create trigger travel_rule_told after update of state on travel_rule
      for each row execute function tell_change('deposits')`,
    sql`insert into travel_rule (id, subject, reference, user_id, state, asked_at)
      select 'withdrawal:' || id, 'withdrawal', id, user_id, 'before', created_at from withdrawals
        where status = 'requested' and holder = ''
      union all select 'deposit:' || id, 'deposit', id, user_id, 'before', seen_at from deposits
        where state = 'pending'`,
    // The recipient's provider did not take it.
    sql`alter table withdrawals drop constraint withdrawals_cancelled_for_check`,
    sql`alter table withdrawals add constraint withdrawals_cancelled_for_check
      check (cancelled_for in ('reported', 'password-reset', 'verification', 'refused', 'recipient'))`,
  ],
};
