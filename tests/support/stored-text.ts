import { sql } from 'kysely';
import type { Db } from '#server/store/schema/schema.ts';

/**
 * How many rows these tables have and what is in them, and the entries of the audit log with these actions, as one
 * text: it is the same as long as nothing of it has changed.
 */
export async function storedText(
  db: Db,
  tables: readonly string[],
  actions: readonly string[],
): Promise<string> {
  const all = [];
  for (const table of tables) {
    const { rows } = await sql`select count(*) as count,
      md5(coalesce(string_agg(row_to_json(t)::text, '' order by row_to_json(t)::text), '')) as content
      from ${sql.table(table)} as t`.execute(db);
    all.push([table, rows]);
  }
  const log = await db
    .selectFrom('audit_log')
    .select(['action', 'actor'])
    .where('action', 'in', actions)
    .execute();
  return JSON.stringify([all, log]);
}
