import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Card purchases. */
export const purchases: Migration = {
  name: '0006-purchases',
  statements: [
    // Without `price_until` the price holds for as long as it can be paid.
    sql`create table purchases (
      id text primary key,
      user_id text not null references users (id),
      amount text not null,
      currency text not null,
      crypto_units numeric(38, 0) not null check (crypto_units > 0),
      crypto_currency text not null,
      usdc text not null,
      usdc_rate text not null,
      token text not null unique,
      status text not null
        check (status in ('pending', 'success', 'failed', 'declined', 'cancelled', 'unknown',
          'refunding', 'refunded')),
      device_type text not null default '',
      created_at timestamptz(3) not null,
      recorded_at timestamptz(3),
      next_check_at timestamptz(3) not null default now(),
      seen_at timestamptz(3),
      price_until timestamptz(3),
      superseded boolean not null default false,
      agreed_units numeric(38, 0),
      paid_at timestamptz(3),
      refunded_at timestamptz(3),
      expired boolean not null default false
    )`,
    sql`create index purchases_failed on purchases (user_id, recorded_at desc, id desc)
      where status in ('failed', 'declined', 'cancelled', 'refunding', 'refunded')`,
    sql`create index purchases_open on purchases (next_check_at)
      where status in ('pending', 'unknown')`,
    sql`create index purchases_refunding on purchases (next_check_at) where status = 'refunding'`,
    sql`create index purchases_unpaid on purchases (created_at)
      where status in ('failed', 'declined', 'cancelled')`,
    sql`create index purchases_unseen on purchases (user_id) where seen_at is null`,
    sql`create index purchases_user on purchases (user_id, created_at)`,
  ],
};
