import { execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { serviceUser } from './service-user.ts';

const BIN = globSync([
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
])
  .filter((folder) =>
    ['initdb', 'postgres', 'pg_dump'].every((name) => existsSync(join(folder, name))),
  )
  .at(-1);

/** Whether to run the tests with PostgreSQL's tools. With `CI` set they are run without these too, and fail. */
export const hasPostgresTools = BIN !== undefined || process.env.CI !== undefined;

export interface ToolsServer {
  /** The folder of the tools. */
  readonly bin: string;
  /** Creates an empty database and returns its address. */
  make(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a server of the same version as the tools, because pg_dump refuses a newer server. */
export async function startToolsServer(): Promise<ToolsServer> {
  if (!BIN) throw new Error('PostgreSQL is not installed');
  const folder = await mkdtemp(join(tmpdir(), 'kopa-tools-'));
  const as = serviceUser();
  if (as) await chown(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  const options = { cwd: folder, ...as };
  const initial = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'];
  execFileSync(join(BIN, 'initdb'), initial, { ...options, stdio: 'ignore' });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])];
  const child = spawn(join(BIN, 'postgres'), args, { ...options, stdio: 'ignore' });
  const gone = new Promise<void>((done) => child.once('close', () => done()));
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const address = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;
  const ask = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: address('postgres') });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const answers = (): Promise<boolean> =>
    ask('select 1').then(
      () => true,
      () => false,
    );
  while (child.exitCode === null && !(await answers())) {
    await new Promise((again) => setTimeout(again, 50));
  }
  return {
    bin: BIN,
    make: async (name) => {
      await ask(`create database ${name}`);
      return address(name);
    },
    stop: async () => {
      child.kill('SIGINT');
      await gone;
      process.off('exit', endWithUs);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
