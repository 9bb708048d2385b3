import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** The sandbox's payments say until when they can be paid, as a provider's do. */
export const paymentExpiry: Migration = {
  name: '0056-payment-expiry',
  statements: [
    sql`alter table sandbox_payments add column expires_at timestamptz(3)`,
    sql`update sandbox_payments set expires_at = opened_at + interval '60 minutes'`,
    sql`alter table sandbox_payments alter column expires_at set not null`,
    sql`alter table sandbox_payments drop column opened_at`,
  ],
};
