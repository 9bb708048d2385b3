import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** The notices that providers gave lately, so that one repeated does not ask them each time. */
export const providerNotices: Migration = {
  name: '0072-provider-notices',
  statements: [
    sql`create table provider_notices (
      digest text primary key,
      party text not null,
      about text not null,
      heard integer not null,
      answered integer not null,
      asked_at timestamptz(3) not null
    )`,
    sql`create index provider_notices_age on provider_notices (asked_at)`,
  ],
};
