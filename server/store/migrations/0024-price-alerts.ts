import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Price alerts, and when they are looked at next by whichever process (LIVE-05). */
export const priceAlerts: Migration = {
  name: '0024-price-alerts',
  statements: [
    sql`create table price_alerts (
      id text primary key,
      user_id text not null references users,
      asset text not null,
      kind text not null,
      currency text not null,
      threshold numeric(38,0) not null,
      channel text not null,
      created_at timestamptz(3) not null,
      fired_at timestamptz(3)
    )`,
    sql`create index price_alerts_user on price_alerts (user_id)`,
    sql`create index price_alerts_armed on price_alerts (asset, currency, kind, threshold)
      where fired_at is null`,
    sql`create table price_alert_rounds (name text primary key, due_at timestamptz(3) not null)`,
    sql`insert into price_alert_rounds values ('all', '2000-01-01')`,
  ],
};
