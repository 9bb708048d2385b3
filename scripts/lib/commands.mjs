import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectEnvironment, run } from './run.mjs';

/**
 * The commands of the pages for engineers (README, CONTRIBUTING, docs) that `npm run test:whole` runs in their smallest form, to see that they
 * work; the other commands named there are steps of it.
 * - `says`: a text in the output that shows that the command did its work.
 * - `serves`: the command does not end by itself and is stopped once it has printed that text.
 * - `own`: it gets an empty data folder of its own.
 * - `refuses`: it must end with 1, because that folder has no database.
 */
export const commands = [
  { name: 'npm start', says: 'listens on http://localhost:', serves: true, own: true },
  { name: 'npm run dev', says: 'listens on http://localhost:', serves: true, own: true },
  { name: 'npm run admin', args: ['list'], says: 'There is no embedded', own: true, refuses: true },
  { name: 'npm run check:ledger', says: 'There is no embedded', own: true, refuses: true },
  {
    name: 'npm run incident',
    args: ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'],
    says: 'There is no embedded',
    own: true,
    refuses: true,
  },
  {
    name: 'npm run trading',
    args: ['list'],
    says: 'There is no embedded',
    own: true,
    refuses: true,
  },
  {
    name: 'npm run carf',
    args: ['new', '2025', 'LT', '.tmp/carf.xml'],
    says: 'There is no embedded',
    own: true,
    refuses: true,
  },
  { name: 'npm run verify', says: '"path": "/wallet"' },
  { name: 'npm run sbom', says: '"bomFormat": "CycloneDX"' },
  // It fails where the registry gives no answer, as on a machine without one.
  { name: 'npm run audit:shipped', says: ': ', mayEndWith: 2 },
  { name: 'npm run format', args: ['package.json'], says: 'Checked 1 file' },
  { name: 'npm run lockfile', says: '' },
  { name: 'npm run docs:api', says: '' },
  { name: 'npm run docs:config', says: '' },
  { name: 'npm run docs:policy', says: '' },
  // A minute of new random seeds.
  { name: 'npm run simulate', says: 'seeds came to rest' },
  { name: 'npm run test:long', says: '1 passed' },
  // One fault of each kind if the programs of a cluster are installed; if not, vitest says that its test is skipped.
  { name: 'npm run test:cluster', says: '1 test' },
  {
    name: 'npm run test:mutants',
    args: ['--mutate', 'src/core/money/quote.ts'],
    says: 'quote.ts',
  },
  // The step “browser” has run these journeys already, so they are only listed.
  { name: 'npm run test:engines', args: ['--list'], says: '[webkit]' },
  { name: 'npm run screens', args: ['reset-password-success', 'narrow.light'], says: 'pictures' },
  { name: 'npm run bench:api', says: 'mixed, wallet' },
  { name: 'npm run bench:memory', says: 'memory at the end' },
  { name: 'npm run bench:million', says: 'as slow' },
  { name: 'npm run bench:swap', says: 'ratio ' },
  { name: 'npm run bench:withdraw', says: 'withdrawals a second' },
  { name: 'npm run bench:purchase', says: 'purchases a second' },
  { name: 'npm run bench:history', says: '100 transactions, an asset in the oldest only' },
  { name: 'npm run bench:list', says: 'filter All' },
  { name: 'npm run bench:report', says: 'saved as PDF' },
  { name: 'npm run bench:streams', says: 'from a deposit at another process to its event' },
  { name: 'npm run bench:notices', says: 'noted, told beside them' },
  { name: 'npm run bench:drain', says: 'recurring buys due at one moment' },
  { name: 'npm run bench:login', says: 'largest gap' },
  { name: 'npm run bench:offline', says: 'wallet, the app runs' },
  { name: 'npm run bench:pages', says: 'Swap ' },
  { name: 'node build/report.ts', says: 'script of the wallet, signed in' },
  { name: 'node scripts/icons.ts', says: 'icons are in' },
  { name: 'node scripts/store-pictures.ts', says: 'pictures are in' },
];

/** A command in its smallest form ends within this time even on a busy machine. */
const TIMEOUT_MS = 240_000;

/** Runs one of the commands; resolves to the reason if it failed. */
export async function runCommand(
  { name, args = [], says, serves = false, own = false, refuses = false, mayEndWith },
  log,
  env,
) {
  const data = mkdtempSync(join(tmpdir(), 'kopa-command-'));
  const [program, ...words] = name.split(' ');
  const separated = program === 'npm' && args.length > 0 ? ['--', ...args] : args;
  let said = '';
  try {
    const code = await run(program, [...words, ...separated], {
      log,
      timeout: TIMEOUT_MS,
      env: projectEnvironment({
        ...env,
        BENCH: 'smallest',
        ...(own && { DATA_DIR: data, SEED: 'none', PORT: '0' }),
      }),
      until: (text) => {
        said += text;
        return serves && said.includes(says);
      },
    });
    if (!said.includes(says)) return `${name}: it did not say “${says}”`;
    return code === (refuses ? 1 : 0) || code === mayEndWith || serves
      ? undefined
      : `${name}: it ended with ${code}`;
  } finally {
    // The stopped server's database may still be writing, and a folder that it writes into cannot be removed at once.
    rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}
