import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { passOn } from './human-log.mjs';
import { root, temporary } from './paths.mjs';

const ours = join(root, 'node_modules', '.bin');
const children = new Set();

/** The environment in which `node` and every tool are the versions that this project pins. */
export const projectEnvironment = (extra = {}) => ({
  // A process that starts again finds its modules compiled: the server starts in half the time.
  NODE_COMPILE_CACHE: join(temporary, 'compile-cache'),
  ...process.env,
  PATH: `${ours}${delimiter}${process.env.PATH}`,
  ...extra,
});

/** The machine's own environment, without node_modules, which npm may replace while it runs. */
export const machineEnvironment = () => ({
  ...process.env,
  PATH: process.env.PATH.split(delimiter)
    .filter((entry) => !entry.includes(join('node_modules', '.bin')))
    .join(delimiter),
});

const exitCode = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0);

/**
 * Runs a command to its end and resolves to its exit code. With `log`, its output goes into that
 * file, and it runs in a process group of its own so that its child processes end with it (not on
 * Windows). Otherwise its output goes to the terminal. `until` is given what it prints, and says when
 * it has done enough: it is then asked to end. `server`: its log is told in plain words.
 */
export function run(
  command,
  args,
  { env = projectEnvironment(), log, timeout, until, server = false } = {},
) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: log ? { ...env, NO_COLOR: '1', FORCE_COLOR: undefined } : env,
      stdio: log ? ['ignore', 'pipe', 'pipe'] : server ? ['inherit', 'pipe', 'pipe'] : 'inherit',
      detached: log !== undefined && process.platform !== 'win32',
      shell: process.platform === 'win32',
    });
    children.add(child);
    const timer = timeout && setTimeout(() => killGroup(child, 'SIGKILL'), timeout);
    const finish = (code) => {
      clearTimeout(timer);
      children.delete(child);
      resolve(code);
    };
    if (server) tellInPlainWords(child);
    if (log) {
      mkdirSync(dirname(log), { recursive: true });
      const file = createWriteStream(log);
      child.stdout.pipe(file, { end: false });
      child.stderr.pipe(file, { end: false });
      child.on('close', () => file.end());
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          if (until?.(String(chunk))) killGroup(child, 'SIGTERM');
        });
      }
    }
    child.on('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      finish(127);
    });
    child.on('close', (code, signal) => finish(exitCode(code, signal)));
  });
}

function tellInPlainWords(child) {
  passOn(child.stdout, process.stdout);
  passOn(child.stderr, process.stderr);
}

function killGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}

/** Ends whatever is still running when this process is asked to end. */
export function endChildrenOnSignals() {
  whenLeftAlone(() => process.kill(process.pid, 'SIGTERM'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      for (const child of children) killGroup(child, 'SIGTERM');
      process.exit(exitCode(null, signal));
    });
  }
}

/**
 * Calls `stop` once the parent is gone: npm signals only the shell between, which dies silently.
 */
function whenLeftAlone(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 250);
  timer.unref();
}

/**
 * Runs a server in the foreground: passes signals on and waits for the server's own shutdown.
 * Resolves to its exit code.
 */
export function serve(command, args, env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['inherit', 'pipe', 'pipe'] });
    tellInPlainWords(child);
    // A terminal sends Ctrl-C to the whole process group, so the server has already received it.
    process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    whenLeftAlone(() => child.kill('SIGTERM'));
    child.on('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      resolve(127);
    });
    child.on('close', (code, signal) => resolve(exitCode(code, signal)));
  });
}
