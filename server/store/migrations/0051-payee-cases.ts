import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** A bank says that an account is somebody else's: an officer may allow payouts to it (HARD-55). */
export const payeeCases: Migration = {
  name: '0051-payee-cases',
  statements: [
    // When a payout was first refused for it, and what an officer decided; null: none was, or nobody has.
    sql`alter table saved_addresses add column payee_refused_at timestamptz(3),
      add column payee_decided_at timestamptz(3),
      add column payee_decided_for text not null default '',
      add column payee_allowed boolean not null default false`,
  ],
  indexes: [
    {
      name: 'saved_addresses_payee_cases',
      on: `saved_addresses (payee_refused_at, id)
        where payee_refused_at is not null and payee_decided_at is null`,
    },
  ],
};
