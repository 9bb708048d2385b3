import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Shorter than a monitor usually waits, so that it gets an answer. */
const WITHIN_MS = 3_000;

/** What the database can do, named for an operator. */
export type DatabaseHealth = 'ok' | 'no answer' | 'standby' | 'read-only' | 'cannot write';

/** Each process writes a row of its own, so that none waits for another's. */
const ROW = randomUUID();
const KEPT = sql`now() + interval '1 hour'`;

const READ_ONLY = '25006';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/**
 * A code of PostgreSQL's own has five characters; those of the operating system are longer. With 08… a
 * pooler says that it reaches no database, and with 57P0… one says that it stops or is not ready yet.
 */
const saidByDatabase = (error: unknown): boolean => /^(?!08|57P0)[0-9A-Z]{5}$/.test(codeOf(error));

/** Almost every call writes a nonce, so this does the same: reading alone would prove too little. */
async function write(db: Db): Promise<DatabaseHealth> {
  try {
    await sql`insert into nonces (scope, nonce, expires_at) values ('health', ${ROW}, ${KEPT})
      on conflict (scope, nonce) do update set expires_at = excluded.expires_at`.execute(db);
    return 'ok';
  } catch (error) {
    if (!saidByDatabase(error)) return 'no answer';
    if (codeOf(error) !== READ_ONLY) return 'cannot write';
    const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`
      .execute(db)
      .catch(() => ({ rows: [] }));
    return rows[0]?.standby ? 'standby' : 'read-only';
  }
}

/** Whether the database answers soon and can be written to; one that says nothing is as good as gone. */
export async function databaseHealth(db: Db, withinMs = WITHIN_MS): Promise<DatabaseHealth> {
  const silence = Promise.withResolvers<DatabaseHealth>();
  const timer = setTimeout(() => silence.resolve('no answer'), withinMs);
  try {
    return await Promise.race([write(db), silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}
