import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/**
 * A mailed code belongs to the browser that asked for it. How many may be asked for is counted apart, for
 * strangers together and for each browser that an account knows. Codes of before count nowhere any more:
 * they were good for ten minutes.
 */
export const codeBrowsers: Migration = {
  name: '0087-code-browsers',
  statements: [
    sql`alter table email_codes add column browser text not null default ''`,
    sql`alter table email_codes alter column browser drop default`,
    sql`alter table email_codes drop constraint email_codes_pkey`,
    sql`alter table email_codes add primary key (email, purpose, browser)`,
    sql`drop index email_codes_expiry`,
    sql`alter table email_codes drop column sent_today`,
    sql`alter table email_codes drop column today_ends_at`,
    sql`create index email_codes_expiry on email_codes (expires_at)`,
    sql`create table code_allowances (
      email text not null,
      purpose smallint not null,
      asker text not null,
      sent_at timestamptz(3) not null,
      sent_today integer not null,
      today_ends_at timestamptz(3) not null,
      primary key (email, purpose, asker)
    )`,
    sql`create index code_allowances_expiry on code_allowances (today_ends_at)`,
  ],
};
