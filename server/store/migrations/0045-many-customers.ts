import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What grows for ever is read by indexes, also where nothing is due. */
export const manyCustomers: Migration = {
  name: '0045-many-customers',
  statements: [
    // Who registered lately, without all others.
    sql`create index users_created on users (created_at)`,
    // New entries are looked for every two seconds: what was not summarized yet would be read each time, which on
    // a large table is all of the last days.
    sql`alter index postings_moment set (autosummarize = on)`,
    // The register at the desk of what was found, beside the many of which nothing was.
    sql`create index screenings_found on screenings (asked_at, id)
      where matched <> '' or decided_at is not null`,
    // What a bank's statement names, without dashes and in small letters, as it writes them.
    sql`create index bank_transfers_named on bank_transfers (lower(replace(external_id, '-', '')))`,
    sql`create index bank_transfers_own_named on bank_transfers (lower(replace(id, '-', '')))`,
    sql`create index withdrawals_named on withdrawals (lower(replace(id, '-', '')))
      where holder <> ''`,
  ],
};
