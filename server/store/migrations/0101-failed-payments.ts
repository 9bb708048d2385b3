import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Card payments that bought nothing stand in the history, each with its reason (HARD-16). */
export const failedPayments: Migration = {
  name: '0101-failed-payments',
  statements: [
    sql`alter table purchases add column expired boolean not null default false`,
    sql`alter table sandbox_payments add column expired boolean not null default false`,
    sql`create index purchases_failed on purchases (user_id, recorded_at desc, id desc)
      where status in ('failed', 'declined', 'cancelled', 'refunding', 'refunded')`,
  ],
};
