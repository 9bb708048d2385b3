import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/**
 * Numbers the links that were mailed before steps were counted, in the order in which they were mailed and below the first
 * step: each undoes what came after it, and none of what came before. It writes rows of one week, and holds no table, so
 * the servers of the version before go on (HARD-94).
 */
export const oldLinks: Migration = {
  name: '0082-old-links',
  statements: [
    sql`update report_links set undoes_from = ordered.place from (
      select token_hash, 1 - rank() over (partition by user_id order by expires_at desc) as place
      from report_links where undoes_from is null) as ordered
      where ordered.token_hash = report_links.token_hash and undoes_from is null`,
  ],
};
