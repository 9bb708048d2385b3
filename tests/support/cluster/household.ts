import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Guard, startGuard } from '#tests/support/guard.ts';
import { root } from '#tests/support/server-process.ts';
import { serviceUser } from '#tests/support/service-user.ts';

/** A running program, which only ends when it is killed. */
export interface Daemon {
  kill(): Promise<void>;
}

/** A group of programs that end with the test, however that ends. Only their logs remain. */
export interface Household {
  /** Creates a folder of this name for a program's data, which only the program's user can read. */
  room(name: string): Promise<string>;
  /** Writes a file of settings that all programs can read; returns its path. */
  write(name: string, text: string): Promise<string>;
  run(name: string, program: string, args: readonly string[]): Daemon;
  /** Opens the log of this name; returns its descriptor. */
  logOf(name: string): number;
  /** Writes the whole log of this name. */
  keepLog(name: string, text: string): void;
  /** Repeats `ask` until it gives a result. Throws if one of the programs has ended by itself. */
  until<T>(ask: () => Promise<T | undefined>): Promise<T>;
  /** Adds a process that was started elsewhere and must not outlive the test either. */
  adopt(pid: number): void;
  stop(): Promise<void>;
}

/** The pause between two attempts of `until`. */
const AGAIN_MS = 100;

/** The whole environment of the programs: Kopa's own variables are not passed on. */
const environment = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C.UTF-8',
  // etcd refuses to start on this processor without this variable, although Debian ships it for it.
  ...(process.arch === 'arm64' && { ETCD_UNSUPPORTED_ARCH: 'arm64' }),
};

/** Starts an empty group. `name`: the folder of its logs in `.tmp`; old ones there are removed. */
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
      // Makes every `until` that is still waiting throw, as it may in a test that has failed.
      fallen.push('the cluster was stopped');
      await Promise.all([...running.keys()].map(end));
      guard.watch([]);
      await guard.release();
    },
  };
}
