import type { Deps } from '#server/deps.ts';

/**
 * The present by the database's clock. What an answer says it is as of comes from here and is asked for
 * before what it reads: devices order the answers of all processes by it, and a process's own clock may
 * be ahead.
 */
export async function presentOf({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Date> {
  return (await db.selectNoFrom(clock.sql.as('now')).executeTakeFirstOrThrow()).now;
}
