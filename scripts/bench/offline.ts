import { type BrowserContext, chromium } from '@playwright/test';
import { browserArguments, findBrowser } from '#scripts/lib/browser.mjs';
import { build } from '#scripts/lib/build.mjs';
import { demo } from '#tests/support/accounts.ts';
import { signIn } from '#tests/support/e2e.ts';
import { startServer } from '#tests/support/server-process.ts';
import { serveBareLibraries, serveBarePage } from './bare-page.ts';
import { median, print } from './statistics.ts';

const STARTS = 9;
const SLOWDOWN = 4;

/** Milliseconds from navigation to the first paint, and to the first element that `seen` finds. */
async function coldStart(context: BrowserContext, url: string, seen: string) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.addInitScript((selector) => {
    const look = () => {
      if (document.querySelector(selector)?.textContent) performance.mark('seen');
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, seen);
  await page.goto(url);
  await page.waitForFunction(
    () =>
      performance.getEntriesByName('seen').length > 0 &&
      performance.getEntriesByName('first-contentful-paint').length > 0,
  );
  const times = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    seen: performance.getEntriesByName('seen')[0]?.startTime ?? 0,
  }));
  await page.close();
  return times;
}

const controlled = () => navigator.serviceWorker.controller !== null;

if ((await build()) !== 0) throw new Error('the build failed');
const executablePath = findBrowser();
const server = await startServer({ env: { SEED: 'demo' } });
const bare = await serveBarePage();
const libraries = await serveBareLibraries();
const browser = await chromium.launch({
  args: [...browserArguments],
  ...(executablePath && { executablePath }),
});
try {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  for (const { url } of [bare, libraries]) {
    await page.goto(url);
    await page.waitForFunction(controlled);
  }
  await page.goto(server.url);
  await signIn(page, demo.customer);
  await page.waitForFunction(controlled);
  await page.close();
  // A second visit: now everything the page asks for went through the worker once.
  const visit = await context.newPage();
  await visit.goto(`${server.url}/wallet`);
  await visit.getByTestId('total').waitFor();
  await visit.waitForLoadState('networkidle');
  await visit.close();
  await context.setOffline(true);
  const floor: number[] = [];
  const drawn: number[] = [];
  const paint: number[] = [];
  const balance: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    floor.push((await coldStart(context, bare.url, 'h1')).paint);
    drawn.push((await coldStart(context, libraries.url, 'h1')).seen);
    const wallet = await coldStart(context, `${server.url}/wallet`, '[data-testid="total"]');
    paint.push(wallet.paint);
    balance.push(wallet.seen);
  }
  const ratio = (values: readonly number[]) => (median(values) / median(floor)).toFixed(2);
  print(`offline start at ${SLOWDOWN}x CPU, medians of ${STARTS}`);
  print(`bare page, first paint      ${median(floor).toFixed(0)} ms`);
  print(`bare page of its libraries  ${median(drawn).toFixed(0)} ms   ratio ${ratio(drawn)}`);
  print(`wallet, first paint         ${median(paint).toFixed(0)} ms   ratio ${ratio(paint)}`);
  print(`wallet, balance on screen   ${median(balance).toFixed(0)} ms   ratio ${ratio(balance)}`);
} finally {
  await browser.close();
  bare.stop();
  libraries.stop();
  await server.stop();
}
