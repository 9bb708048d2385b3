import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Each check of a customer may be a case beside their others (HARD-98): of two doubts at once, the second was lost. */
export const identityCases: Migration = {
  name: '0096-identity-cases',
  statements: [sql`drop index identity_cases_open`],
  indexes: [
    {
      name: 'identity_cases_open_check',
      on: 'identity_cases (user_id, check_name) where decided_at is null',
      unique: true,
    },
  ],
};
