import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { lockDirectory } from './directory-lock.ts';
import type { Db, Schema } from './schema.ts';

export interface OpenDatabase {
  readonly db: Db;
  close(): Promise<void>;
}

/** The embedded database; without a directory it lives in memory. */
export async function openEmbedded(directory?: string): Promise<OpenDatabase> {
  if (directory === undefined) {
    const db = new Kysely<Schema>({
      dialect: new PGliteDialect({ pglite: await PGlite.create() }),
    });
    return { db, close: () => db.destroy() };
  }
  mkdirSync(directory, { recursive: true });
  // It does not lock its directory itself, and two processes on one lose commits silently.
  const unlock = lockDirectory(directory);
  try {
    const pglite = await PGlite.create(join(directory, 'pglite'));
    const db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) });
    return {
      db,
      close: async () => {
        await db.destroy();
        if (!pglite.closed) await pglite.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

const CONNECTIONS = 10;

/** PostgreSQL, or an engine that speaks its protocol. `onIdleError`: a connection at rest broke. */
export function openPostgres(url: string, onIdleError: (error: unknown) => void): OpenDatabase {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  pool.on('error', onIdleError);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { db, close: () => db.destroy() };
}
