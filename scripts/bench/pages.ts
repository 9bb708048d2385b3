import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import lighthouse from 'lighthouse';
import { TraceProcessor } from 'lighthouse/core/lib/tracehouse/trace-processor.js';
import type { onINP } from 'web-vitals';
import { profileSections, type Role } from '#core/pages.ts';
import { routes } from '#core/routes.ts';
import { sectionsFor } from '#features/profile/sections.ts';
import { browserArguments, findHeadlessShell, PATIENCE_MS } from '#scripts/lib/browser.mjs';
import { build } from '#scripts/lib/build.mjs';
import { getBrowser } from '#scripts/lib/get-browser.mjs';
import { type Account, administrator, demo } from '#tests/support/accounts.ts';
import { signIn } from '#tests/support/e2e.ts';
import { freePort } from '#tests/support/free-port.ts';
import { filterHistory } from '#tests/support/history-filter.ts';
import { startServer } from '#tests/support/server-process.ts';
import { withoutStream } from '#tests/support/without-stream.ts';
import { serveBareLibraries, serveBarePage } from './bare-page.ts';
import { LONG_TASK_MS, median, print, sized, smallest } from './statistics.ts';

/**
 * Measures what a page costs, compared in the same run with a bare page with and without the same
 * libraries: requests and bytes, Lighthouse's mobile figures and, at a quarter of the processor's
 * speed, a journey's slowest interaction and how soon a page opens. Every page of a customer and of an
 * administrator is opened by its address, signed in, as on a first visit, and compared with the limits
 * in `FLOOR`.
 */
const RUNS = Number(process.env.RUNS ?? sized(3, 1));
const SLOWDOWN = 4;

interface Load {
  readonly score: number;
  readonly lcp: number;
  readonly tbt: number;
  /** TBT of the processor time that the tasks took themselves: on a busy machine, theirs includes waiting for it. */
  readonly own: number;
  readonly cls: number;
  readonly requests: number;
  /** Kilobytes of script as transferred. */
  readonly script: number;
}

interface NetworkItem {
  readonly resourceType?: string;
  readonly transferSize?: number;
}

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>;

interface Task {
  readonly name: string;
  /** Microseconds. */
  readonly ts: number;
  /** Microseconds of processor time. */
  readonly tdur?: number;
}

function ownBlocking(trace: Result['artifacts']['Trace']): number {
  const processed = TraceProcessor.processTrace(trace);
  const { firstContentfulPaint } = TraceProcessor.processNavigation(processed).timestamps;
  const events: readonly Task[] = processed.mainThreadEvents;
  return events
    .filter((one) => TraceProcessor.isScheduleableTask(one) && one.ts >= firstContentfulPaint)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1_000) * SLOWDOWN - LONG_TASK_MS), 0);
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
    own: ownBlocking(result.artifacts.Trace),
    cls: value('cumulative-layout-shift'),
    requests: items.length,
    script: scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1_000,
  };
}

async function loads(url: string, port: number): Promise<Load> {
  const all: Load[] = [];
  for (let run = 0; run < RUNS; run++) all.push(await load(url, port));
  const of = (key: keyof Load): number => median(all.map((one) => one[key]));
  return {
    score: of('score'),
    lcp: of('lcp'),
    tbt: of('tbt'),
    own: of('own'),
    cls: of('cls'),
    requests: of('requests'),
    script: of('script'),
  };
}

const told = (name: string, { score, lcp, tbt, own, cls, requests, script }: Load): string =>
  `${name.padEnd(30)} score ${score.toFixed(2)}  LCP ${lcp.toFixed(0).padStart(5)} ms  TBT ${tbt.toFixed(0).padStart(4)} ms  ` +
  `own ${own.toFixed(0).padStart(4)} ms  CLS ${cls.toFixed(3)}  ${requests.toFixed(0).padStart(2)} requests  ${script.toFixed(1).padStart(5)} KB script`;

async function printLoads(name: string, url: string, port: number): Promise<Load> {
  const found = await loads(url, port);
  print(told(name, found));
  return found;
}

/**
 * The limits for a page that is opened by its address. Its LCP must also be below 1.3 times the wallet's in the same
 * run.
 */
const FLOOR = { lcp: 1_500, tbt: 50, cls: 0, requests: 20 } as const;
const OF_WALLET = 1.3;

/** Names the figures of a page that are above their limit, each with the limit. */
function missed(page: Load, wallet: Load): string {
  const lcp = Math.min(FLOOR.lcp, OF_WALLET * wallet.lcp);
  const over = [
    page.lcp > lcp && `LCP (${lcp.toFixed(0)})`,
    page.tbt > FLOOR.tbt && `TBT (${FLOOR.tbt})`,
    page.cls > FLOOR.cls && `CLS (${FLOOR.cls})`,
    page.requests > FLOOR.requests && `requests (${FLOOR.requests})`,
  ].filter((one) => one !== false);
  return over.length > 0 ? `  over: ${over.join(', ')}` : '';
}

/** The addresses of the pages that a role may open, without the wallet, which is measured before them. */
const addressesOf = (role: Role): readonly string[] =>
  routes.flatMap(({ path, access }) => {
    const isOwn = access === 'open' || (Array.isArray(access) && access.includes(role));
    if (!isOwn || path === '/wallet') return [];
    if (path !== '/profile/:section') return [path];
    return sectionsFor(role, profileSections).map((section) => `/profile/${section}`);
  });

async function printPages(role: Role, url: string, port: number, wallet: Load): Promise<void> {
  const all = addressesOf(role);
  for (const path of sized(all, all.slice(0, 1))) {
    const page = await loads(`${url}${path}`, port);
    print(`${told(path, page)}${missed(page, wallet)}`);
  }
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
  // The rows, unlike the total, are only shown by the running app.
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
  ['Withdraw', '#main input'],
  ['Deposit', '#main input'],
  ['Transactions', '#main input'],
  ['Profile', '#main a[href="/profile/security"]'],
] as const;

/** The limit for the time from the touch to the page, in milliseconds. It includes the press itself. */
const OPENS_MS = 150;

/** The time in milliseconds that a finger stays down during a press. */
const PRESS_MS = 80;

/** Prints the time from the touch to the page, whose code is not loaded before: the median of `RUNS` visits. */
async function opening(context: BrowserContext, url: string): Promise<void> {
  for (const [name, selector] of sized(arrivals.slice(), arrivals.slice(0, 1))) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const page = await context.newPage();
      const allowStream = await withoutStream(page);
      await page.goto(`${url}/wallet`);
      const link = page.locator('nav').getByRole('link', { name }).filter({ visible: true });
      await page.getByRole('link', { name: 'Bitcoin' }).waitFor();
      await page.waitForLoadState('networkidle');
      await allowStream();
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      const opened = page.waitForEvent('console', (message) => message.text() === 'opened');
      await page.evaluate((wanted) => {
        addEventListener('touchstart', () => performance.mark('touched'), true);
        const look = (): void => {
          if (location.pathname !== '/wallet' && document.querySelector(wanted)) {
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
    const time = median(times);
    const over = time > OPENS_MS ? `  over (${OPENS_MS})` : '';
    print(`  ${name.padEnd(12)} ${time.toFixed(0).padStart(4)} ms${over}`);
  }
}

if ((await build()) !== 0) throw new Error('the build failed');
// As in lighthouse.ts: windows and an emulated graphics card would use CPU that the page needs.
const browserPath = await getBrowser();
const executablePath = findHeadlessShell() ?? browserPath;
const server = await startServer({ env: { SEED: 'demo' } });
const bare = await serveBarePage();
const libraries = await serveBareLibraries();

interface Visit {
  readonly context: BrowserContext;
  readonly port: number;
}

/** Starts a browser, signed in if there is an account. Lighthouse connects to it at its port. */
async function visit(account?: Account, landing?: string): Promise<Visit> {
  const port = await freePort();
  const context = await chromium.launchPersistentContext('', {
    args: [...browserArguments, '--disable-gpu', `--remote-debugging-port=${port}`],
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    executablePath,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  if (account) {
    const page = await context.newPage();
    await withoutStream(page);
    await page.goto(server.url);
    await signIn(page, account, landing);
    await page.waitForLoadState('networkidle');
    await page.close();
  }
  return { context, port };
}

try {
  print(`first load, Lighthouse mobile, medians of ${RUNS}`);
  const stranger = await visit();
  await printLoads('bare', bare.url, stranger.port);
  if (!smallest) {
    await printLoads('libraries', libraries.url, stranger.port);
    await printLoads('/', `${server.url}/`, stranger.port);
    await printLoads('legal', `${server.url}/privacy-policy`, stranger.port);
  }
  await stranger.context.close();
  const { context, port } = await visit(demo.customer);
  const wallet = await printLoads('wallet', `${server.url}/wallet`, port);
  print('a customer’s pages, opened by their address; what is over a floor, with the floor');
  await printPages('user', server.url, port, wallet);
  if (!smallest) {
    print('an administrator’s');
    const staff = await visit(await administrator(server.url), '/admin-transactions-history');
    await printPages('admin', server.url, staff.port, wallet);
    await staff.context.close();
  }
  print(`interaction to next paint at ${SLOWDOWN}x CPU`);
  await journey(context, server.url);
  print(`from a touch in the wallet to a page that was not opened before, at ${SLOWDOWN}x CPU`);
  await opening(context, server.url);
  await context.close();
} finally {
  bare.stop();
  libraries.stop();
  await server.stop();
}
