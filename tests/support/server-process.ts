import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { serverArguments } from '#scripts/lib/server-arguments.mjs';
import { freePort } from './free-port.ts';
import { smallSite } from './small-site.ts';

export const root = resolve(import.meta.dirname, '..', '..');
const node = join(root, 'node_modules', '.bin', 'node');

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Everything it printed. */
  output(): string;
  /** Asks it to end, waits until it did and removes its data. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Like `stop`, with its data at rest handed over before it is removed. */
  keep(work: (data: string) => Promise<void>): Promise<void>;
}

export interface ServerOptions {
  /** Copied for this server alone; an empty folder where there is none. */
  readonly template?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A folder for its data that outlives it, for a server that is started again. */
  readonly data?: string;
  /** It kills itself at what a test made it wait for, perhaps before anybody has reached it. */
  readonly dies?: boolean;
}

async function answers(url: string, alive: () => boolean): Promise<boolean> {
  // Whoever waits for it has a time limit of their own; a busy machine takes long to start it.
  const deadline = Date.now() + 240_000;
  while (alive() && Date.now() < deadline) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    if (response?.ok) return true;
    await new Promise((again) => setTimeout(again, 50));
  }
  return false;
}

/** Starts the real server as a process of its own, on its own port and data folder. */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'kopa-server-'));
  const data = options.data ?? join(folder, 'data');
  if (options.template) await cp(options.template, data, { recursive: true });
  else await mkdir(data, { recursive: true });
  const port = Number(options.env?.PORT) || (await freePort());
  const own: Record<string, string> = process.env.VITEST ? { SITE_DIR: await smallSite() } : {};
  const child = spawn(node, serverArguments, {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: data,
      NODE_ENV: 'test',
      ...own,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const gone = new Promise<void>((done) => child.once('close', () => done()));
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const end = async (signal: NodeJS.Signals, before?: (data: string) => Promise<void>) => {
    const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
    child.kill(signal);
    await gone;
    clearTimeout(force);
    process.off('exit', endWithUs);
    await before?.(data);
    await rm(folder, { recursive: true, force: true });
  };
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => end(signal);
  const url = `http://localhost:${port}`;
  const alive = () => child.exitCode === null && child.signalCode === null;
  const reached = child.pid !== undefined && (await answers(url, alive));
  const died = options.dies && !alive() && text.includes(`"url":"${url}"`);
  if (child.pid === undefined || !(reached || died)) {
    await stop('SIGKILL');
    throw new Error(`the server did not start:\n${text}`);
  }
  const keep = (work: (data: string) => Promise<void>) => end('SIGTERM', work);
  return { url, pid: child.pid, output: () => text, stop, keep };
}
