import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { passOn } from './human-log.mjs';
import { root, temporary } from './paths.mjs';

const ours = join(root, 'node_modules', '.bin');
const children = new Set();

/**
 * The environment in which `node` and the tools are found in node_modules/.bin, in the versions that this project pins.
 */
export const projectEnvironment = (extra = {}) => ({
  // Node stores compiled modules there: from the second start on, the server starts in half the time.
  NODE_COMPILE_CACHE: join(temporary, 'compile-cache'),
  ...process.env,
  PATH: `${ours}${delimiter}${process.env.PATH}`,
  ...extra,
});

/**
 * The environment without the tools of node_modules: `npm ci` runs in it, because it replaces node_modules and with it
 * the Node that is installed there.
 */
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
 * Windows). Otherwise its output goes to the terminal. `until`, which needs `log`, is called with each piece of
 * output; once it returns true, the command gets SIGTERM. `server`: the command is the server, whose log lines are
 * printed in plain words.
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

/** Ends the child processes that still run when this process gets a signal to end, or when its parent is gone. */
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
 * Calls `stop` once the parent process is gone. npm starts a script through a shell and passes signals on to that
 * shell only, which ends without passing them on.
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
