import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import lighthouse from 'lighthouse';
import type { onINP } from 'web-vitals';
import { browserArguments, findBrowser } from '#scripts/lib/browser.mjs';
import { build } from '#scripts/lib/build.mjs';
import { demo } from '#tests/support/accounts.ts';
import { signIn } from '#tests/support/e2e.ts';
import { freePort } from '#tests/support/free-port.ts';
import { filterHistory } from '#tests/support/history-filter.ts';
import { startServer } from '#tests/support/server-process.ts';
import { serveBareLibraries, serveBarePage } from './bare-page.ts';
import { median, print, sized, smallest } from './statistics.ts';

/**
 * Measures what a page costs, compared in the same run with a bare page with and without the same
 * libraries: requests and bytes, Lighthouse's mobile figures and, at a quarter of the processor's
 * speed, a journey's slowest interaction and how soon a page opens.
 */
const RUNS = Number(process.env.RUNS ?? sized(3, 1));
const SLOWDOWN = 4;

interface Load {
  readonly score: number;
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  readonly requests: number;
  /** Kilobytes of script as transferred. */
  readonly script: number;
}

interface NetworkItem {
  readonly resourceType?: string;
  readonly transferSize?: number;
}

async function load(url: string, port: number): Promise<Load> {
  const result = await lighthouse(url, {
    port,
    onlyCategories: ['performance'],
    logLevel: 'error',
  });
  if (!result) throw new Error(`Lighthouse has nothing to say about ${url}`);
  const { audits, categories } = result.lhr;
  const value = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  const { details } = audits['network-requests'] ?? {};
  const items: readonly NetworkItem[] = details && 'items' in details ? details.items : [];
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script');
  return {
    score: categories.performance?.score ?? Number.NaN,
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    requests: items.length,
    script: scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1_000,
  };
}

async function printLoads(name: string, url: string, port: number): Promise<void> {
  const loads: Load[] = [];
  for (let run = 0; run < RUNS; run++) loads.push(await load(url, port));
  const of = (key: keyof Load, digits = 0): string =>
    median(loads.map((one) => one[key])).toFixed(digits);
  print(
    `${name.padEnd(10)} score ${of('score', 2)}  LCP ${of('lcp').padStart(5)} ms  TBT ${of('tbt').padStart(4)} ms  ` +
      `CLS ${of('cls', 3)}  ${of('requests').padStart(2)} requests  ${of('script', 1).padStart(5)} KB script`,
  );
}

const library = readFileSync(
  createRequire(import.meta.url)
    .resolve('web-vitals')
    .replace(/[^/\\]+$/, 'web-vitals.iife.js'),
  'utf8',
);

declare global {
  var slowest: number;
  var webVitals: { readonly onINP: typeof onINP };
}

async function journey(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.addInitScript(`${library}\nglobalThis.webVitals = webVitals;`);
  await page.addInitScript(() => {
    globalThis.slowest = 0;
    globalThis.webVitals.onINP(
      ({ value }) => {
        globalThis.slowest = value;
      },
      { reportAllChanges: true, durationThreshold: 16 },
    );
  });
  await page.goto(`${url}/wallet`);
  // Wait for the rows, which only the app draws; the total is shown before the app runs.
  await page.getByRole('link', { name: 'Bitcoin' }).waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  for (const [name, step] of sized(steps, steps.slice(0, 2))) {
    await step(page);
    // The page reports an interaction once it has painted the result.
    await page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 200))),
    );
    print(
      `  slowest so far, ${name.padEnd(22)} ${await page.evaluate(() => globalThis.slowest)} ms`,
    );
  }
  await page.close();
}

const steps: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  [
    'search',
    (page) => page.getByRole('searchbox', { name: 'Search assets' }).pressSequentially('bit'),
  ],
  ['hide balances', (page) => page.getByRole('button', { name: 'Hide balances' }).click()],
  [
    'history',
    async (page) => {
      await page.getByRole('link', { name: 'Transactions' }).click();
      await page.getByRole('listitem').first().waitFor();
    },
  ],
  ['history by type', (page) => filterHistory(page, 'Swap')],
  [
    'back to the wallet',
    async (page) => {
      await page.getByRole('link', { name: 'Wallet', exact: true }).click();
      await page.getByRole('navigation', { name: 'Actions' }).waitFor();
    },
  ],
  [
    'swap',
    async (page) => {
      await page
        .getByRole('navigation', { name: 'Actions' })
        .getByRole('link', { name: 'Swap' })
        .click();
      await page.getByRole('textbox', { name: /^I have/ }).waitFor();
    },
  ],
  ['an amount', (page) => page.getByRole('textbox', { name: /^I have/ }).pressSequentially('0.01')],
];

/** The links to press in the wallet, each with a selector that identifies its page. */
const arrivals = [
  ['Swap', '#main .amount input'],
  ['Buy/Sell', '#main .picker'],
] as const;

/** How long a finger stays down during a press. */
const PRESS_MS = 80;

/** Times from the touch to the page, whose code is not loaded yet; the median of `RUNS` visits. */
async function opening(context: BrowserContext, url: string): Promise<void> {
  for (const [name, selector] of sized(arrivals.slice(), arrivals.slice(0, 1))) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const page = await context.newPage();
      await page.goto(`${url}/wallet`);
      const link = page.getByRole('navigation', { name: 'Actions' }).getByRole('link', { name });
      await page.getByRole('link', { name: 'Bitcoin' }).waitFor();
      await page.waitForLoadState('networkidle');
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      const opened = page.waitForEvent('console', (message) => message.text() === 'opened');
      await page.evaluate((wanted) => {
        addEventListener('touchstart', () => performance.mark('touched'), true);
        const look = (): void => {
          if (document.querySelector(wanted)) {
            performance.mark('opened');
            console.debug('opened');
          } else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }, selector);
      const box = await link.boundingBox();
      if (!box) throw new Error(`${name} is not there to be pressed`);
      const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
      await new Promise((done) => setTimeout(done, PRESS_MS));
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await opened;
      times.push(
        await page.evaluate(() => {
          const [from, to] = ['touched', 'opened'].map((mark) =>
            performance.getEntriesByName(mark).at(-1),
          );
          return (to?.startTime ?? Number.NaN) - (from?.startTime ?? Number.NaN);
        }),
      );
      await page.close();
    }
    print(`  ${name.padEnd(9)} ${median(times).toFixed(0).padStart(4)} ms`);
  }
}

if ((await build()) !== 0) throw new Error('the build failed');
const executablePath = findBrowser();
const server = await startServer({ env: { SEED: 'demo' } });
const bare = await serveBarePage();
const libraries = await serveBareLibraries();
const port = await freePort();
const browser = await chromium.launchPersistentContext('', {
  args: [...browserArguments, `--remote-debugging-port=${port}`],
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  ...(executablePath && { executablePath }),
});
try {
  print(`first load, Lighthouse mobile, medians of ${RUNS}`);
  await printLoads('bare', bare.url, port);
  if (!smallest) {
    await printLoads('libraries', libraries.url, port);
    await printLoads('/', `${server.url}/`, port);
    await printLoads('legal', `${server.url}/privacy-policy`, port);
  }
  const page = await browser.newPage();
  await page.goto(server.url);
  await signIn(page, demo.customer);
  await page.close();
  await printLoads('wallet', `${server.url}/wallet`, port);
  if (!smallest) await printLoads('swap', `${server.url}/swap`, port);
  print(`interaction to next paint at ${SLOWDOWN}x CPU`);
  await journey(browser, server.url);
  print(`from a touch in the wallet to a page that was not opened before, at ${SLOWDOWN}x CPU`);
  await opening(browser, server.url);
} finally {
  await browser.close();
  bare.stop();
  libraries.stop();
  await server.stop();
}
