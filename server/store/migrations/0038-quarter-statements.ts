import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Which quarters each customer was told the statement of, or had nothing in (KEEP-16). */
export const quarterStatements: Migration = {
  name: '0038-quarter-statements',
  statements: [
    // The key is what makes a mail the only one of its customer and quarter.
    sql`create table quarter_statements (
      user_id text not null references users (id),
      quarter text not null,
      looked_at timestamptz(3) not null,
      sent boolean not null,
      primary key (user_id, quarter)
    )`,
  ],
};
