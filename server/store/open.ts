import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Config } from '#server/config.ts';
import { lockDirectory } from './directory-lock.ts';
import type { Db, Schema } from './schema.ts';

export interface OpenDatabase {
  readonly db: Db;
  close(): Promise<void>;
}

/** A running embedded database as a store. */
export function embeddedStore(pglite: PGlite): OpenDatabase {
  const db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) });
  return {
    db,
    close: async () => {
      await db.destroy();
      // One that was never asked anything is not closed by that.
      if (!pglite.closed) await pglite.close();
    },
  };
}

/** The embedded database in a directory, which is this process's alone until it is closed. */
export async function openEmbedded(directory: string): Promise<OpenDatabase> {
  mkdirSync(directory, { recursive: true });
  // It does not lock its directory itself, and two processes on one lose commits silently.
  const unlock = lockDirectory(directory);
  try {
    const store = embeddedStore(await PGlite.create(join(directory, 'pglite')));
    return {
      db: store.db,
      close: async () => {
        await store.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

const CONNECTIONS = 10;

/**
 * PostgreSQL, or an engine that speaks its protocol. `onLost`: a connection broke, at rest or between
 * two statements of a transaction; nobody who hears of the latter, and the process would end with it.
 */
export function openPostgres(url: string, onLost: (error: unknown) => void): OpenDatabase {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  pool.on('connect', (client) => client.on('error', onLost));
  // Of connections at rest: heard of there already.
  pool.on('error', () => undefined);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { db, close: () => db.destroy() };
}

/** The database that is configured; `onLost` as above. */
export const openConfigured = async (
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onLost: (error: unknown) => void,
): Promise<OpenDatabase> =>
  databaseUrl ? openPostgres(databaseUrl, onLost) : openEmbedded(dataDir);
