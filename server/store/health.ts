import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './schema/schema.ts';

/** Shorter than a monitor's usual timeout, so that it gets an answer. */
const WITHIN_MS = 3_000;

/** The state of the database, in an operator's words. */
export type DatabaseHealth = 'ok' | 'no answer' | 'standby' | 'read-only' | 'cannot write';

/** Each process writes its own row, so that none waits for another. */
const ROW = randomUUID();
const KEPT = sql`now() + interval '1 hour'`;

const READ_ONLY = '25006';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/**
 * A code of PostgreSQL has five characters, an operating system's code more. Codes 08… come from a pooler
 * that reaches no database, and 57P0… from a database that stops or starts.
 */
const saidByDatabase = (error: unknown): boolean => /^(?!08|57P0)[0-9A-Z]{5}$/.test(codeOf(error));

/** Almost every call writes a nonce, so the check writes too: a read would prove too little. */
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

/** Whether the database answers in time and accepts writes; a silent one counts as down. */
export async function databaseHealth(db: Db, withinMs = WITHIN_MS): Promise<DatabaseHealth> {
  const silence = Promise.withResolvers<DatabaseHealth>();
  const timer = setTimeout(() => silence.resolve('no answer'), withinMs);
  try {
    return await Promise.race([write(db), silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}
