import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** When an open purchase is asked about next, and whether its buyer has seen how it ended (BEY-17). */
export const purchaseSettlement: Migration = {
  name: '0050-purchase-settlement',
  statements: [
    sql`alter table purchases add column next_check_at timestamptz(3) not null default now()`,
    sql`alter table purchases add column seen_at timestamptz(3)`,
    // What was recorded before was seen where it was recorded.
    sql`update purchases set seen_at = recorded_at`,
    sql`create index purchases_open on purchases (next_check_at)
      where status in ('pending', 'unknown')`,
    sql`create index purchases_unseen on purchases (user_id) where seen_at is null`,
    // The sandbox signs its notices too, with a key nobody but the two sides knows.
    sql`alter table sandbox_payments add column notice_key text not null default ''`,
    sql`alter table sandbox_payments add column opened_at timestamptz(3) not null default now()`,
  ],
};
