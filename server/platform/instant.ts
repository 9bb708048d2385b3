import type { Deps } from '#server/deps.ts';

/**
 * The present by the database's clock. The moment `as_of` of an answer is read with it, before the answer's
 * data: devices order the answers of all processes by it, and a process's own clock may be ahead.
 */
export async function presentOf({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Date> {
  return (await db.selectNoFrom(clock.sql.as('now')).executeTakeFirstOrThrow()).now;
}
