import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** The way of a withdrawal to its end, and the sandbox's chain. */
export const withdrawalLifecycle: Migration = {
  name: '0040-withdrawal-lifecycle',
  statements: [
    sql`alter table withdrawals drop constraint withdrawals_status_check`,
    sql`alter table withdrawals
      add column cancellable_until timestamptz(3),
      -- When a worker looks at it next; while one does, when another may. Null: it has ended.
      add column due_at timestamptz(3),
      add column attempts integer not null default 0,
      -- The custodian may have been asked: it can no longer be cancelled.
      add column sending boolean not null default false,
      add column transaction_hash text not null default '',
      add column broadcast_at timestamptz(3),
      add column completed_at timestamptz(3),
      add column failed_at timestamptz(3),
      add column refunded_at timestamptz(3),
      add column cancelled_at timestamptz(3)`,
    sql`update withdrawals set status = 'requested' where status = 'sent'`,
    sql`update withdrawals set due_at = created_at, cancellable_until = created_at
      where status = 'requested'`,
    sql`update withdrawals set completed_at = created_at where status = 'completed'`,
    sql`alter table withdrawals add constraint withdrawals_status_known check (status in
      ('requested', 'cancelled', 'broadcast', 'completed', 'failed', 'refunded'))`,
    sql`create index withdrawals_due on withdrawals (due_at) where due_at is not null`,
    sql`create index withdrawals_address on withdrawals (user_id, address)`,
    // A row without sent_at is the plan for a transfer that is still to come.
    sql`create table sandbox_transfers (
      reference text primary key,
      plan text not null check (plan in ('auto', 'confirm', 'fail', 'refuse', 'silent')),
      hash text not null,
      network text not null default '',
      summary text not null default '',
      sent_at timestamptz(3)
    )`,
    sql`create index sandbox_transfers_hash on sandbox_transfers (hash)`,
  ],
};
