import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What the custodian sent and the books do not know, as after a restore of an older backup. */
export const transfersAside: Migration = {
  name: '0010-transfers-aside',
  statements: [
    // Withdrawals wait while one is not settled. Its amount and address stay with the custodian.
    sql`create table transfers_aside (
      reference text primary key,
      seen_at timestamptz(3) not null,
      settled_at timestamptz(3)
    )`,
    sql`create index transfers_aside_open on transfers_aside (reference) where settled_at is null`,
  ],
};
