import type { CDPSession, Page } from '@playwright/test';
import { PATIENCE_MS } from '#scripts/lib/browser.mjs';
import { signIn } from '#tests/support/e2e.ts';
import { lengthenHistory } from './long-history.ts';
import { onStage } from './on-stage.ts';
import { median, print, sized } from './statistics.ts';

/**
 * Measures a history of ten thousand loaded rows on a phone a quarter as fast as this machine: the
 * longest frame while scrolling, and how long a press on a filter takes to show on screen.
 */
const ROWS = sized(10_000, 200);
const SLOWDOWN = 4;
const GESTURES = sized(6, 1);
const ROUNDS = sized(5, 1);
const REST_MS = sized(3_000, 300);
const TYPES = ['Swap', 'Deposit', 'All'];

declare global {
  var measured: { name: string; duration: number }[];
}

/** Records the browser's own measurements of frames and presses. */
function observe(): void {
  globalThis.measured = [];
  const keep = (list: PerformanceObserverEntryList): void => {
    for (const { name, duration } of list.getEntries()) {
      globalThis.measured.push({ name, duration });
    }
  };
  new PerformanceObserver(keep).observe({ type: 'long-animation-frame' });
  const events = { type: 'event', durationThreshold: 16 };
  new PerformanceObserver(keep).observe(events);
  let last = performance.now();
  const frame = (now: number): void => {
    globalThis.measured.push({ name: 'frame', duration: now - last });
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** The durations measured under this name since the last call. The page reports them late, hence the pause. */
async function take(page: Page, name: string): Promise<number[]> {
  await page.evaluate(() => new Promise((told) => setTimeout(told, 300)));
  return page.evaluate((wanted) => {
    const durations = globalThis.measured
      .filter((one) => one.name === wanted)
      .map(({ duration }) => duration);
    globalThis.measured = globalThis.measured.filter((one) => one.name !== wanted);
    return durations;
  }, name);
}

async function openWhole(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Transactions' }).click();
  await page.getByRole('listitem').first().waitFor();
  await page.evaluate(async () => {
    const named = (text: string) =>
      [...document.querySelectorAll('button')].find((one) => one.textContent === text);
    for (;;) {
      const more = named('Load more');
      if (!more && !named('Loading')) return;
      more?.click();
      await new Promise((waited) => setTimeout(waited, 50));
    }
  });
}

interface Frames {
  readonly all: number[];
  /** Frames that the browser itself reports as longer than 50 ms. */
  readonly long: number[];
}

async function takeFrames(page: Page): Promise<Frames> {
  const long = await take(page, 'long-animation-frame');
  return { all: await take(page, 'frame'), long };
}

function printFrames(name: string, taken: readonly Frames[]): void {
  const all = taken.flatMap((one) => one.all);
  const long = taken.flatMap((one) => one.long).map((duration) => Math.round(duration));
  const over = all.filter((duration) => duration > 50).length;
  print(
    `${name.padEnd(15)} ${all.length} frames, median ${median(all).toFixed(1)} ms, ` +
      `longest ${Math.max(...all).toFixed(1)} ms, ${over} over 50 ms; long ones: ${long.join(', ') || 'none'}`,
  );
}

async function scroll(page: Page, session: CDPSession): Promise<void> {
  const scrolled: Frames[] = [];
  await takeFrames(page);
  const still: Frames[] = [];
  // Focusing a row for the first time in a visit prefetches the code of the page it leads to.
  await page.getByRole('listitem').first().getByRole('link').focus();
  printFrames('first touch', [await takeFrames(page)]);
  for (let i = 0; i < GESTURES; i++) {
    await page.evaluate((part) => scrollTo(0, document.body.scrollHeight * part), i / GESTURES);
    await takeFrames(page);
    await page.evaluate((rest) => new Promise((waited) => setTimeout(waited, rest)), REST_MS);
    still.push(await takeFrames(page));
    await session.send('Input.synthesizeScrollGesture', {
      x: 195,
      y: 600,
      yDistance: -12_000,
      speed: 4_000,
      gestureSourceType: 'touch',
    });
    scrolled.push(await takeFrames(page));
  }
  // A page at rest shows how much the machine's other load contributes.
  printFrames('standing still', still);
  printFrames('scrolling', scrolled);
}

/** Measures presses on the filters, on a wide screen, where they are beside the list. */
async function filter(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => scrollTo(0, 0));
  for (const type of TYPES) {
    const took: number[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      await take(page, 'click');
      await page.getByRole('button', { name: type, exact: true }).click();
      took.push(...(await take(page, 'click')));
      await page
        .getByRole('button', { name: TYPES.at(TYPES.indexOf(type) - 1) ?? '', exact: true })
        .click();
    }
    print(`filter ${type.padEnd(8)} median ${median(took)} ms, longest ${Math.max(...took)} ms`);
  }
}

await onStage(async ({ url, client, browser, account, userId }) => {
  await lengthenHistory(client, userId, 0, ROWS);
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.addInitScript(observe);
  await page.goto(url);
  await signIn(page, account);
  await openWhole(page);
  const height = await page
    .getByRole('list')
    .last()
    .evaluate((list) => list.clientHeight);
  print(`${ROWS} rows are ${height} pixels at ${SLOWDOWN}x CPU`);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await scroll(page, session);
  await filter(page);
});
