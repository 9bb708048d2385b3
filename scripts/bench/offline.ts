import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { browserArguments, PATIENCE_MS } from '#scripts/lib/browser.mjs';
import { build } from '#scripts/lib/build.mjs';
import { getBrowser } from '#scripts/lib/get-browser.mjs';
import { demo } from '#tests/support/accounts.ts';
import { signIn } from '#tests/support/e2e.ts';
import { startServer } from '#tests/support/server-process.ts';
import { withoutStream } from '#tests/support/without-stream.ts';
import { serveBareLibraries, serveBarePage } from './bare-page.ts';
import { median, print, sized } from './statistics.ts';

const STARTS = sized(9, 1);
const SLOWDOWN = 4;
const OVER = 'the start is over';

interface Start {
  /**
   * Milliseconds from navigation to the first paint, to the element watched for, and to the running
   * app.
   */
  readonly paint: number;
  readonly seen: number;
  readonly runs: number;
}

/**
 * Marks when the element that matches `selector` has text, and when the app has replaced the shell.
 */
function watch({ selector, over }: { readonly selector: string; readonly over: string }): void {
  const isMarked = (name: string) => performance.getEntriesByName(name).length > 0;
  const look = () => {
    const seen = document.querySelector(selector)?.textContent;
    if (seen && !isMarked('seen')) performance.mark('seen');
    const runs = isMarked('seen') && !('pressed' in document.documentElement.dataset);
    if (runs && !isMarked('runs')) performance.mark('runs');
    if (isMarked('runs') && isMarked('first-contentful-paint')) console.debug(over);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Opens `url` offline in a browser that has just started, as on a phone in the morning. */
async function coldStart(
  open: () => Promise<BrowserContext>,
  url: string,
  selector: string,
): Promise<Start> {
  const context = await open();
  try {
    await context.setOffline(true);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript(watch, { selector, over: OVER });
    // Polling would run on the page's main thread, which is being measured.
    const over = page.waitForEvent('console', (message) => message.text() === OVER);
    await page.goto(url, { waitUntil: 'commit' });
    await over;
    const at = (name: string) =>
      page.evaluate((mark) => performance.getEntriesByName(mark)[0]?.startTime ?? 0, name);
    return {
      paint: await at('first-contentful-paint'),
      seen: await at('seen'),
      runs: await at('runs'),
    };
  } finally {
    await context.close();
  }
}

const isControlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null);

if ((await build()) !== 0) throw new Error('the build failed');
const executablePath = await getBrowser();
const profile = await mkdtemp(join(tmpdir(), 'kopa-offline-'));
const open = async () => {
  const context = await chromium.launchPersistentContext(profile, {
    args: [...browserArguments],
    viewport: { width: 390, height: 844 },
    executablePath,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
};
const server = await startServer({ env: { SEED: 'demo' } });
const bare = await serveBarePage();
const libraries = await serveBareLibraries();
const wallet = `${server.url}/wallet`;
try {
  const first = await open();
  const page = await first.newPage();
  await page.goto(server.url);
  await signIn(page, demo.customer);
  await isControlled(page);
  await first.close();
  // Two more visits, because the browser caches compiled scripts only from the third visit on.
  for (let visit = 0; visit < 2; visit++) {
    const context = await open();
    await withoutStream(context);
    for (const { url } of [bare, libraries, { url: wallet }]) {
      const again = await context.newPage();
      await again.goto(url);
      await isControlled(again);
      await again.waitForLoadState('networkidle');
    }
    await context.close();
  }
  const floor: Start[] = [];
  const drawn: Start[] = [];
  const own: Start[] = [];
  for (let start = 0; start < STARTS; start++) {
    floor.push(await coldStart(open, bare.url, 'h1'));
    drawn.push(await coldStart(open, libraries.url, 'h1'));
    own.push(await coldStart(open, wallet, '[data-testid="total"]'));
  }
  const tell = (what: string, starts: readonly Start[], moment: keyof Start, most?: number) => {
    const time = median(starts.map((start) => start[moment]));
    const ratio = time / median(floor.map(({ paint }) => paint));
    const limit = most === undefined ? '' : `   floor ${most}${ratio > most ? ', over' : ''}`;
    print(
      `${what.padEnd(32)} ${time.toFixed(0).padStart(4)} ms   ratio ${ratio.toFixed(2)}${limit}`,
    );
  };
  print(`offline start of a new browser at ${SLOWDOWN}x CPU, medians of ${STARTS}`);
  tell('bare page, first paint', floor, 'paint');
  tell('bare page of the libraries', drawn, 'seen');
  tell('wallet, first paint', own, 'paint', 1.4);
  tell('wallet, balance on screen', own, 'seen', 2.3);
  tell('wallet, the app runs', own, 'runs', 4);
} finally {
  bare.stop();
  libraries.stop();
  await server.stop();
  await rm(profile, { recursive: true, force: true });
}
