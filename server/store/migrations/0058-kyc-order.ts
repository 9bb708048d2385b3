import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** The identity provider is asked by several at once: which question the known answer belongs to. */
export const kycOrder: Migration = {
  name: '0058-kyc-order',
  statements: [
    sql`alter table users
      add column kyc_asked integer not null default 0,
      add column kyc_answered integer not null default 0`,
  ],
};
