import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Why a withdrawal was cancelled, where the customer did not ask for it. */
export const cancelReason: Migration = {
  name: '0064-cancel-reason',
  statements: [
    sql`alter table withdrawals add column cancelled_for text
      check (cancelled_for in ('reported', 'password-reset', 'verification'))`,
  ],
};
