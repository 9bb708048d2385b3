import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** A closed account with a long history is sealed and erased slice by slice (HARD-95). */
export const erasedInParts: Migration = {
  name: '0098-erased-in-parts',
  statements: [
    // What a part of the archive has beyond its first slice. The part's row says how long all of it is kept.
    sql`create table archived_pieces (
      former_id text not null,
      part text not null,
      piece integer not null check (piece > 1),
      sealed text not null,
      primary key (former_id, part, piece),
      foreign key (former_id, part) references archived (former_id, part) on delete cascade
    )`,
    // Closed accounts of which rows are left that name somebody.
    sql`create table erasures (
      former_id text primary key references users (id),
      due_at timestamptz(3) not null
    )`,
    sql`create index erasures_due on erasures (due_at)`,
  ],
  // The rows of a customer that name somebody, without a look at all others.
  indexes: [
    {
      name: 'bank_transfers_to_erase',
      on: `bank_transfers (user_id) where payer <> '' or reference <> '' or settled_for <> ''`,
    },
    {
      name: 'purchases_to_erase',
      on: `purchases (user_id) where refund_settled_for <> ''`,
    },
    {
      name: 'travel_rule_to_erase',
      on: `travel_rule (user_id) where name <> '' or told_name <> ''`,
    },
    {
      name: 'withdrawals_to_erase',
      on: `withdrawals (user_id) where holder not in ('', '-')`,
    },
  ],
};
