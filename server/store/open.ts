import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import type { Config } from '#server/config.ts';
import { lockDirectory } from './directory-lock.ts';
import { directoryProblem } from './directory-problem.ts';
import { startEngine } from './engine.ts';
import { type Listener, type Listening, listenEmbedded, listenOnPostgres } from './listen.ts';
import {
  findReach,
  type Limits,
  type PoolUse,
  postgresPool,
  type Reach,
  serving,
  unhurried,
} from './postgres-pool.ts';
import type { Db, Schema } from './schema/schema.ts';
import { requireThisVersion } from './version.ts';

export interface OpenDatabase {
  /** Statements have time limits: one that hangs is cancelled. */
  readonly db: Db;
  /** The use of its connections; undefined for the embedded database, which has a single one. */
  poolUse(): PoolUse | undefined;
  /** Without time limits, for long work such as migrating. */
  unhurried<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Listens on a channel until the result is closed. */
  listen(channel: string, listener: Listener): Listening;
  close(): Promise<void>;
}

/** A running embedded database as a store. */
export function embeddedStore(pglite: PGlite): OpenDatabase {
  const db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) });
  return {
    db,
    poolUse: () => undefined,
    unhurried: (work) => work(db),
    listen: (channel, listener) => listenEmbedded(pglite, channel, listener),
    close: async () => {
      await db.destroy();
      // Closing an unused pool does not close the engine.
      if (!pglite.closed) await pglite.close();
    },
  };
}

/** Makes the directory and locks it; gives back how to release it. */
function takeDirectory(directory: string): () => void {
  try {
    mkdirSync(directory, { recursive: true });
    // The engine does not lock its directory, and two processes in one lose commits silently.
    return lockDirectory(directory);
  } catch (error) {
    throw directoryProblem(error, directory);
  }
}

/** The embedded database in a directory, locked for this process until it is closed. */
export async function openEmbedded(directory: string): Promise<OpenDatabase> {
  const unlock = takeDirectory(directory);
  try {
    const store = embeddedStore(await startEngine({ dataDir: join(directory, 'pglite') }));
    return {
      ...store,
      close: async () => {
        await store.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw directoryProblem(error, directory);
  }
}

/**
 * PostgreSQL, or an engine with its protocol. `onLost`: called when a connection breaks; `listenUrl`: for the
 * listening connections.
 */
export function openPostgres(
  url: string,
  onLost: (error: unknown) => void,
  limits: Limits = serving,
  reach: Reach = 'connection',
  listenUrl: string = url,
): OpenDatabase {
  const connect = (within: Limits) => {
    const { pool, use } = postgresPool(url, within, onLost, reach);
    return { db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), use };
  };
  const { db, use } = connect(limits);
  return {
    db,
    poolUse: use,
    unhurried: async (work) => {
      const { db: patient } = connect(unhurried);
      try {
        return await work(patient);
      } finally {
        await patient.destroy();
      }
    },
    listen: (channel, listener) => listenOnPostgres(listenUrl, channel, listener),
    close: () => db.destroy(),
  };
}

/** The configured database; `onLost` as above. */
export const openConfigured = async (
  {
    databaseUrl,
    listenUrl,
    dataDir,
  }: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'listenUrl'>>,
  onLost: (error: unknown) => void,
): Promise<OpenDatabase> =>
  databaseUrl
    ? openPostgres(databaseUrl, onLost, serving, await findReach(databaseUrl), listenUrl)
    : openEmbedded(dataDir);

/** The configured database in a form that a person recognises, without user and password. */
export function nameOf({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (!databaseUrl) return `embedded database in ${dataDir}`;
  const { host, pathname } = new URL(databaseUrl);
  return `PostgreSQL database ${pathname.slice(1)} on ${host}`;
}

/** How long a tool waits for its connection. */
const TOOL_PATIENCE_MS = 5_000;

/**
 * The database on a connection that is the tool's own: past the pooler, whose connections busy servers may
 * hold all of, just when somebody has to close something (HARD-86).
 */
async function openAtOnce({
  databaseUrl,
  listenUrl,
  dataDir,
}: Parameters<typeof openForTool>[0]): Promise<OpenDatabase> {
  const url = listenUrl || databaseUrl;
  if (!url) return openEmbedded(dataDir);
  try {
    const reach = await findReach(url, serving, TOOL_PATIENCE_MS);
    return openPostgres(url, () => undefined, serving, reach);
  } catch (error) {
    throw new Error(
      `The ${nameOf({ databaseUrl: url, dataDir })} gave no connection within ${TOOL_PATIENCE_MS / 1000} seconds, and nothing was changed. If a pooler is in between, whose connections the servers hold, set DATABASE_LISTEN_URL to the database itself.`,
      { cause: error },
    );
  }
}

/**
 * The configured database for a tool. A tool neither creates nor migrates a database, so it refuses one that
 * is missing, empty or of another version (OPS-02).
 */
export async function openForTool(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'listenUrl'>>,
): Promise<OpenDatabase> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'pglite'))) {
    throw new Error(
      `There is no ${nameOf(config)}. Set DATABASE_URL or DATA_DIR to the database that is meant.`,
    );
  }
  const store = await openAtOnce(config);
  try {
    await requireThisVersion(store.db, nameOf(config));
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
