import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Where a session was opened from, and the devices an account was used on. */
export const devices: Migration = {
  name: '0037-devices',
  statements: [
    sql`alter table sessions add column place text not null default ''`,
    sql`create table known_devices (
      user_id text not null references users (id),
      device_hash text not null,
      expires_at timestamptz(3) not null,
      primary key (user_id, device_hash)
    )`,
    sql`create index known_devices_expiry on known_devices (expires_at)`,
  ],
};
