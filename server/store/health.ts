import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Whether the database answers. */
export async function healthy(db: Db): Promise<boolean> {
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch {
    return false;
  }
}
