import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(
  (path) => existsSync(path),
);

/** Whether to run the tests with pgbouncer. With `CI` set they are run without it too, and fail. */
export const hasPgbouncer = PROGRAM !== undefined || process.env.CI !== undefined;

export interface Pooler {
  readonly pid: number;
  /** The address of the same database through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

const reached = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });

async function untilReached(port: number, child: ChildProcess): Promise<void> {
  while (!(await reached(port))) {
    if (child.exitCode !== null) throw new Error('pgbouncer ended');
    await new Promise((again) => setTimeout(again, 50));
  }
}

/**
 * Starts pgbouncer in transaction mode, with ordinary settings. `more`: further lines of its configuration; `log`: the
 * descriptor of a file for its output.
 */
export async function startPgbouncer(
  databaseUrl: string,
  more = '',
  log: number | 'ignore' = 'ignore',
): Promise<Pooler> {
  if (!PROGRAM) throw new Error('pgbouncer is not installed');
  const folder = await mkdtemp(join(tmpdir(), 'kopa-pgbouncer-'));
  await chmod(folder, 0o755);
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const own = await freePort();
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${username}" "${password}"\n`);
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
${more}
`,
  );
  // pgbouncer refuses to run as root.
  const args = process.getuid?.() === 0 ? ['-u', 'postgres', settings] : [settings];
  const child = spawn(PROGRAM, args, { stdio: ['ignore', log, log] });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const gone = new Promise<void>((done) => child.once('close', () => done()));
  await untilReached(own, child);
  if (child.pid === undefined) throw new Error('pgbouncer did not start');
  return {
    pid: child.pid,
    url: `postgres://${username}:${password}@127.0.0.1:${own}${pathname}`,
    stop: async () => {
      child.kill('SIGKILL');
      await gone;
      process.off('exit', endWithUs);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
