import { type OperationNodeSource, sql } from 'kysely';
import type { Tx } from './schema/schema.ts';

/**
 * Writes rows that do not depend on each other in one statement, because each statement is a way to the
 * database and back. The writes run in no particular order, and none sees what the others write.
 */
export async function inOneStatement(
  tx: Tx,
  writes: readonly OperationNodeSource[],
): Promise<void> {
  const parts = writes.map((write, at) => sql`${sql.ref(`write_${at}`)} as (${write})`);
  if (parts.length > 0) await sql`with ${sql.join(parts)} select 1`.execute(tx);
}
