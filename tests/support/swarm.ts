import { randomBytes } from 'node:crypto';
import { createParties } from '#server/adapters/parties.ts';
import { movableClock } from '#server/base/clock.ts';
import { silentLog } from '#server/base/log.ts';
import { readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { migrate } from '#server/store/migrate.ts';
import { openPostgres } from '#server/store/open.ts';
import { ApiClient } from './api-client.ts';
import { testEnvironment } from './in-process.ts';
import { type FreshDatabase, freshDatabase } from './postgres.ts';
import { type ServerProcess, startServer } from './server-process.ts';

export interface Swarm {
  /** One client per API process. */
  readonly apis: readonly ApiClient[];
  readonly servers: readonly ServerProcess[];
  /** Access to the shared database without a server. */
  readonly deps: Deps;
  readonly databaseUrl: string;
  /** Kills a process by SIGKILL and starts it again at the same address. */
  kill(index: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts several API processes on one PostgreSQL database: `given`, which must be empty, or a new one. `theirs`:
 * further settings of the processes, such as another address of the same database.
 */
export async function startSwarm(
  processes: number,
  given?: FreshDatabase,
  theirs: Readonly<Record<string, string>> = {},
): Promise<Swarm> {
  const database = given ?? (await freshDatabase());
  const env = { DATABASE_URL: database.url, SEED: 'none', ...testEnvironment, ...theirs };
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const store = openPostgres(database.url, () => undefined);
  await migrate(store.db);
  const clock = movableClock();
  const tools = { db: store.db, now: clock.now, log: silentLog };
  const servers = await Promise.all(Array.from({ length: processes }, () => startServer({ env })));
  return {
    apis: servers.map(({ url }) => new ApiClient(url)),
    servers,
    deps: {
      config: read.config,
      db: store.db,
      clock,
      random: (bytes) => randomBytes(bytes),
      log: silentLog,
      parties: createParties(read.config.parties, tools),
    },
    databaseUrl: database.url,
    kill: async (index) => {
      const killed = servers[index];
      if (!killed) throw new Error(`there is no process ${index}`);
      await killed.stop('SIGKILL');
      servers[index] = await startServer({ env: { ...env, PORT: new URL(killed.url).port } });
    },
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await store.close();
      await database.drop();
    },
  };
}

/** Does the work for each item, with at most `atOnce` items at a time. */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < items.length; i = next++) await work(items[i] as T, i);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
