import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/**
 * Until when a purchase's price holds, what was bought in the end, and payments that go back to the card
 * (HARD-14). Without `price_until` a purchase was begun at a price promised for as long as it can be paid.
 */
export const purchasePrices: Migration = {
  name: '0075-purchase-prices',
  statements: [
    sql`alter table purchases add column price_until timestamptz(3)`,
    sql`alter table purchases add column superseded boolean not null default false`,
    sql`alter table purchases add column agreed_units numeric(38, 0)`,
    sql`alter table purchases add column paid_at timestamptz(3)`,
    sql`alter table purchases add column refunded_at timestamptz(3)`,
    sql`alter table purchases drop constraint purchases_status_check`,
    sql`alter table purchases add constraint purchases_status_check check (status in
      ('pending', 'success', 'failed', 'declined', 'cancelled', 'unknown', 'refunding', 'refunded'))`,
    sql`create index purchases_refunding on purchases (next_check_at) where status = 'refunding'`,
    sql`alter table sandbox_payments add column paid_at timestamptz(3)`,
    sql`alter table sandbox_payments add column refunds integer not null default 0`,
  ],
};
