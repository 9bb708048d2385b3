import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** The versions of the terms, and which of them each customer has accepted or was told of (KEEP-02). */
export const terms: Migration = {
  name: '0035-terms',
  statements: [
    // As the servers found them; the text is what proves later what a customer accepted.
    sql`create table terms_versions (
      document text not null,
      version text not null,
      counts_at timestamptz(3) not null,
      text text not null,
      changes text[] not null,
      found_at timestamptz(3) not null,
      primary key (document, version)
    )`,
    // From when a version counts for a customer: since they registered, or a month after they were told.
    sql`create table customer_terms (
      user_id text not null references users (id),
      document text not null,
      version text not null,
      told_at timestamptz(3),
      seen_at timestamptz(3),
      counts_at timestamptz(3) not null,
      primary key (user_id, document, version),
      foreign key (document, version) references terms_versions (document, version)
    )`,
  ],
};
