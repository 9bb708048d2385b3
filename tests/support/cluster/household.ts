import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Guard, startGuard } from '#tests/support/guard.ts';
import { root } from '#tests/support/server-process.ts';
import { serviceUser } from '#tests/support/service-user.ts';

/** A program that runs until it is killed. */
export interface Daemon {
  kill(): Promise<void>;
}

/** Programs that belong together: they end with the test, however that ends, and leave their logs only. */
export interface Household {
  /** A folder of this name for a program's data, which is its user's alone. */
  room(name: string): Promise<string>;
  /** A file of settings that programs may read; its path. */
  write(name: string, text: string): Promise<string>;
  run(name: string, program: string, args: readonly string[]): Daemon;
  /** The descriptor of the log of this name. */
  logOf(name: string): number;
  /** Writes a log of this name at once. */
  keepLog(name: string, text: string): void;
  /** Asks until there is an answer. Throws where one of the programs has ended by itself. */
  until<T>(ask: () => Promise<T | undefined>): Promise<T>;
  /** A process that was started by somebody else and must not outlive the test either. */
  adopt(pid: number): void;
  stop(): Promise<void>;
}

/** What is waited for here takes a time that nobody knows. */
const AGAIN_MS = 100;

/** All that they are given of the environment: what is set for Kopa is not theirs. */
const environment = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C.UTF-8',
  // Debian has etcd for this processor too, and it wants to be told that one knows.
  ...(process.arch === 'arm64' && { ETCD_UNSUPPORTED_ARCH: 'arm64' }),
};

/** `name`: of the folder of their logs in `.tmp`, which is made anew. */
export async function startHousehold(name: string): Promise<Household> {
  const folder = await mkdtemp(join(tmpdir(), 'kopa-cluster-'));
  await chmod(folder, 0o755);
  const logs = join(root, '.tmp', name);
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  const user = serviceUser();
  const guard: Guard = startGuard(folder);
  const running = new Map<ChildProcess, Promise<void>>();
  const adopted: number[] = [];
  const fallen: string[] = [];
  const tell = () => {
    const own = [...running.keys()].flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
    guard.watch([...own, ...adopted]);
  };
  const pathOf = (of: string) => join(logs, `${of}.log`);
  const logOf = (of: string) => openSync(pathOf(of), 'a');
  const end = async (child: ChildProcess) => {
    const gone = running.get(child);
    running.delete(child);
    child.kill('SIGKILL');
    await gone;
    tell();
  };
  return {
    room: async (of) => {
      const path = join(folder, of);
      await mkdir(path, { mode: 0o700 });
      if (user) await chown(path, user.uid, user.gid);
      return path;
    },
    write: async (of, text) => {
      const path = join(folder, of);
      await writeFile(path, text, { mode: 0o644 });
      return path;
    },
    run: (of, program, args) => {
      const descriptor = logOf(of);
      const child = spawn(program, args, {
        cwd: folder,
        env: environment,
        stdio: ['ignore', descriptor, descriptor],
        ...user,
      });
      closeSync(descriptor);
      const gone = new Promise<void>((done) => {
        child.once('error', () => done());
        child.once('close', () => done());
      }).then(() => {
        if (!running.delete(child)) return;
        fallen.push(`${of} ended with ${child.exitCode ?? child.signalCode}: ${pathOf(of)}`);
        tell();
      });
      running.set(child, gone);
      tell();
      if (child.pid === undefined) throw new Error(`${program} did not start`);
      return { kill: () => end(child) };
    },
    logOf,
    keepLog: (of, text) => writeFileSync(pathOf(of), text),
    until: async (ask) => {
      for (;;) {
        if (fallen.length > 0) throw new Error(fallen.join('\n'));
        const found = await ask().catch(() => undefined);
        if (found !== undefined) return found;
        await pause(AGAIN_MS);
      }
    },
    adopt: (pid) => {
      adopted.push(pid);
      tell();
    },
    stop: async () => {
      // Whoever still waits for something, in a test that has failed, waits in vain.
      fallen.push('the cluster was stopped');
      await Promise.all([...running.keys()].map(end));
      guard.watch([]);
      await guard.release();
    },
  };
}
