import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserArguments, findBrowser } from '#scripts/lib/browser.mjs';
import { build } from '#scripts/lib/build.mjs';
import { demo } from '#tests/support/accounts.ts';
import { root, startServer } from '#tests/support/server-process.ts';

/**
 * Lighthouse CI against the production build and the real server. `lighthouserc.json` names pages,
 * runs and thresholds; only the port and the browser's arguments are filled in here. What is far from
 * its threshold is audited once, the wallet as often as it says: the best of its runs counts, for what
 * else a machine is busy with only ever takes time away.
 */
const chrome = findBrowser();
if (!chrome) throw new Error('no browser: run npm test, or set CHROME_PATH');
if ((await build()) !== 0) throw new Error('the build failed');

const server = await startServer({ env: { SEED: 'demo' } });
const { port } = new URL(server.url);
const rc = JSON.parse(readFileSync(join(root, 'lighthouserc.json'), 'utf8'));
const urls: string[] = rc.ci.collect.url.map((url: string) => url.replace(':8080', `:${port}`));
delete rc.ci.collect.url;
const wallet = urls.filter((url) => url.endsWith('/wallet'));
const open = urls.filter((url) => !wallet.includes(url));
// Where there is no graphics card its emulation would be measured along.
rc.ci.collect.puppeteerLaunchOptions = { args: [...browserArguments, '--disable-gpu'] };
const file = join(root, '.tmp', 'lighthouserc.json');
mkdirSync(join(root, '.tmp'), { recursive: true });
writeFileSync(file, JSON.stringify(rc));

const lhci = (...args: string[]): number =>
  spawnSync(join(root, 'node_modules', '.bin', 'lhci'), [...args, `--config=${file}`], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, DEMO_EMAIL: demo.customer.email, DEMO_PASSWORD: demo.customer.password },
  }).status ?? 1;

const collect = (pages: readonly string[], ...options: string[]): number =>
  lhci('collect', `--chromePath=${chrome}`, ...options, ...pages.map((url) => `--url=${url}`));

try {
  process.exitCode =
    collect(open, '--numberOfRuns=1') || collect(wallet, '--additive') || lhci('assert');
} finally {
  await server.stop();
}
