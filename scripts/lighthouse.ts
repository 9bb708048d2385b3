import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { LONG_TASK_MS, median } from '#scripts/bench/statistics.ts';
import { browserArguments, findHeadlessShell } from '#scripts/lib/browser.mjs';
import { build } from '#scripts/lib/build.mjs';
import { getBrowser } from '#scripts/lib/get-browser.mjs';
import { root, startServer } from '#tests/support/server-process.ts';

/**
 * Runs Lighthouse CI against the production build and the real server. `lighthouserc.json` names
 * pages and thresholds; the server, the port, the browser's arguments and the CPU slowdown are filled in here.
 * All pages are audited once, and those that miss a threshold again. Of their audits the median
 * counts, but of pages behind the sign-in the best one, because other load on a machine can only
 * make results worse.
 */

const AUDITS = 6;

// The headless shell is preferred: the full browser also draws its own windows, with the CPU that the page needs.
const browser = await getBrowser();
const chrome = findHeadlessShell() ?? browser;

declare global {
  var blocked: number;
}

/**
 * The middle of the benchmark index range that Lighthouse's device table gives for a fast desktop.
 */
const FAST_DESKTOP = 1_750;
/** Lighthouse's default CPU slowdown: how much slower than that desktop its reference phone is. */
const SLOWDOWN = 4;

/** A page of plain text without script or style sheet: if it blocks, the machine is slow and not the page. */
const BARE = `<!doctype html><html lang="en"><title>Bare</title><body>${'<p>A line of text that has to be laid out and drawn.</p>'.repeat(300)}`;

/** The blocking time of the bare page, in milliseconds, in a browser whose CPU is slowed down by this factor. */
async function bareBlocking(browser: Browser, times: number): Promise<number> {
  const found: number[] = [];
  for (let i = 0; i < 5; i++) {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: times });
    await page.addInitScript((longTask) => {
      globalThis.blocked = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) {
          globalThis.blocked += Math.max(0, duration - longTask);
        }
      }).observe({ type: 'longtask', buffered: true });
    }, LONG_TASK_MS);
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: BARE }));
    await page.goto('http://bare.test/', { waitUntil: 'networkidle' });
    found.push(await page.evaluate(() => globalThis.blocked));
    await page.context().close();
  }
  return median(found);
}

/**
 * The factor by which to slow this machine's CPU down so that it matches that phone. It is smaller for a slower
 * machine, as Lighthouse's notes on throttling recommend, and never larger than the default. The benchmark index
 * measures only how fast a loop runs, not drawing. The bare page does: while it blocks, the factor is reduced.
 */
async function slowdown(executablePath: string): Promise<number> {
  const browser = await chromium.launch({ executablePath, args: [...browserArguments] });
  const page = await browser.newPage();
  const found: number[] = [];
  for (let i = 0; i < 5; i++) {
    found.push(await page.evaluate(`(${pageFunctions.computeBenchmarkIndex})()`));
  }
  const index = median(found);
  let times = Math.min(SLOWDOWN, (SLOWDOWN * index) / FAST_DESKTOP);
  let blocking = await bareBlocking(browser, times);
  while (blocking > 0 && times > 1) {
    times = Math.max(1, times - 0.5);
    blocking = await bareBlocking(browser, times);
  }
  await browser.close();
  process.stdout.write(
    `benchmark index ${Math.round(index)}, the bare page blocks for ${Math.round(blocking)} ms: ${times.toFixed(1)} times slower\n`,
  );
  return times;
}

if ((await build()) !== 0) throw new Error('the build failed');

const server = await startServer({ env: { SEED: 'demo' } });
const { port } = new URL(server.url);
const rc = JSON.parse(readFileSync(join(root, 'lighthouserc.json'), 'utf8'));
const urls: string[] = rc.ci.collect.url.map((url: string) => url.replace(':8080', `:${port}`));
delete rc.ci.collect.url;
delete rc.ci.collect.startServerCommand;
// Without a graphics card, its software emulation would distort the measurements.
rc.ci.collect.puppeteerLaunchOptions = { args: [...browserArguments, '--disable-gpu'] };
const file = join(root, '.tmp', 'lighthouserc.json');
mkdirSync(join(root, '.tmp'), { recursive: true });

const lhci = (...args: string[]): number =>
  spawnSync(join(root, 'node_modules', '.bin', 'lhci'), [...args, `--config=${file}`], {
    cwd: root,
    stdio: 'inherit',
  }).status ?? 1;

/** The pages that missed a threshold; all of them if the audit itself failed. */
function missed(): readonly string[] {
  const results = join(root, '.lighthouseci', 'assertion-results.json');
  if (!existsSync(results)) return urls;
  const found: readonly { readonly url: string; readonly passed: boolean }[] = JSON.parse(
    readFileSync(results, 'utf8'),
  );
  const below = urls.filter((url) => found.some((one) => !one.passed && one.url === url));
  return below.length > 0 ? below : urls;
}

const audit = async (pages: readonly string[], ...options: string[]): Promise<boolean> => {
  // Measured before each audit, because a shared machine's speed varies.
  rc.ci.collect.settings = { throttling: { cpuSlowdownMultiplier: await slowdown(chrome) } };
  writeFileSync(file, JSON.stringify(rc));
  const asked = pages.map((url) => `--url=${url}`);
  const collected = lhci('collect', `--chromePath=${chrome}`, ...options, ...asked);
  return collected === 0 && lhci('assert') === 0;
};

try {
  let passed = await audit(urls);
  for (let i = 1; i < AUDITS && !passed; i++) passed = await audit(missed(), '--additive');
  process.exitCode = passed ? 0 : 1;
} finally {
  await server.stop();
}
