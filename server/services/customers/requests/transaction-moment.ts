import { sql } from 'kysely';
import type { Reader } from '#server/store/schema/schema.ts';

/**
 * When a customer's transaction happened, by the id that the app shows; for several steps, the last.
 * Undefined if the customer has no such transaction.
 */
export async function momentOf(
  reader: Reader,
  userId: string,
  id: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from (
      select created_at as at from journals where user_id = ${userId}
        and (right(comment, length(${id}) + 1) = '/' || ${id}::text
          or id = regexp_replace(${id}, '-[0-9]+$', ''))
      union all
      select coalesce(recorded_at, created_at) from purchases
        where user_id = ${userId} and id = ${id}
    ) as found`.execute(reader);
  return rows[0]?.at?.getTime();
}
