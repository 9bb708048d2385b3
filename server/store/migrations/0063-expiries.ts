import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What has expired is found without reading what has not. */
export const expiries: Migration = {
  name: '0063-expiries',
  statements: [
    sql`create index rate_limits_expiry on rate_limits (resets_at)`,
    sql`create index login_attempts_expiry on login_attempts (resets_at)`,
    sql`create index sessions_expiry on sessions (refresh_expires_at)`,
    // What moved money is kept for good, and is not looked through again and again.
    sql`create index operations_passing on operations (created_at) where state = 'closed'
      or operation in ('/exchange/init-transaction', '/exchange/insert-transaction')`,
  ],
};
