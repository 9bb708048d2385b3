import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './server-process.ts';

export interface Ended {
  readonly code: number | null;
  /** Everything it printed. */
  readonly output: string;
}

/** Runs `npm run admin` to its end, with `input` coming through a pipe. */
export const adminCommand = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<Ended> => run(['server/commands/admin.ts', ...args], env, input);

/** Runs `npm run check:ledger` to its end. */
export const checkLedger = (env: Readonly<Record<string, string>>): Promise<Ended> =>
  run(['server/commands/check-ledger.ts'], env, '');

/** Runs `npm run incident` to its end. */
export const incidentCommand = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> => run(['server/commands/incident.ts', ...args], env, '');

/** Runs `npm run trading` to its end. */
export const tradingCommand = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> => run(['server/commands/trading.ts', ...args], env, '');

/** Runs `npm run carf` to its end. */
export const carfCommand = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> => run(['server/commands/carf.ts', ...args], env, '');

/** Runs `npm run verify` to its end. */
export const verifyCommand = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> => run(['server/commands/verify.ts', ...args], env, '');

function run(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input: string,
): Promise<Ended> {
  const node = join(root, 'node_modules', '.bin', 'node');
  const child = spawn(node, [...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  // A command that refuses its arguments ends without reading its input, which makes this pipe fail.
  child.stdin.on('error', () => undefined).end(input);
  return new Promise((ended) => child.on('close', (code) => ended({ code, output })));
}
