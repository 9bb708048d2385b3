import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { browserArguments } from '#scripts/lib/browser.mjs';
import { build } from '#scripts/lib/build.mjs';
import { getBrowser } from '#scripts/lib/get-browser.mjs';
import { administrator, demo, officer } from '#tests/support/accounts.ts';
import { signIn } from '#tests/support/e2e.ts';
import { root, startServer } from '#tests/support/server-process.ts';
import { withoutStream } from '#tests/support/without-stream.ts';
import { type Shot, shots } from './screen-list.ts';

/**
 * Takes pictures of every screen and state of the running app, in all sizes and both themes, into .tmp/screens, and
 * the README's picture. The first argument limits this to screens whose name contains it, the second to looks that
 * contain it, such as `desktop.dark`.
 */
const folder = join(root, '.tmp', 'screens');
const [, , only = '', wantedLook = ''] = process.argv;

/** Desktop comes first: the README's picture must be taken before anything is bought or swapped. */
const sizes = {
  desktop: { width: 1280, height: 800 },
  mobile: { width: 390, height: 844 },
  tablet: { width: 768, height: 1024 },
  wide: { width: 1920, height: 1080 },
  narrow: { width: 320, height: 640 },
} as const;
const themes = ['light', 'dark'] as const;

const executablePath = await getBrowser();
const failures: string[] = [];

/** Waits until the page has loaded everything, fonts included. One that asks for prices again and again is never idle. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  const isWhole = (): boolean => !document.querySelector('main :is(.skel, [aria-busy="true"])');
  await page.waitForFunction(isWhole, undefined, { timeout: 10_000 }).catch(() => undefined);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** What appears does so a moment later, without motion too. */
const endOfMotion = (): Promise<unknown> =>
  Promise.allSettled(document.getAnimations().map(({ finished }) => finished));

async function take(context: BrowserContext, shot: Shot, look: string): Promise<void> {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  try {
    await page.goto(shot.path);
    await settled(page);
    // The picture of the README: with the line of the past.
    if (shot.name === 'wallet') await page.locator('[data-ridge]').waitFor();
    await shot.prepare?.(page);
    await page.evaluate(endOfMotion);
    await page.screenshot({ path: join(folder, `${shot.name}.${look}.png`) });
    if (shot.name === 'wallet' && look === 'desktop.light') {
      await page.screenshot({ path: join(root, 'docs', 'wallet.png') });
    }
  } catch (error) {
    failures.push(`${shot.name} ${look}: ${String(error).split('\n')[0]}`);
    await page.screenshot({ path: join(folder, `${shot.name}.${look}.failed.png`) });
  } finally {
    await context.setOffline(false);
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  }
}

/** Takes all screens of one account in one look, in one signed-in browser context. */
async function takeAll(context: BrowserContext, list: readonly Shot[], look: string) {
  const account = list[0]?.account;
  const page = await context.newPage();
  await page.goto('/');
  // As a customer who comes back sees them, with the typeface that the worker keeps.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  if (account) {
    if (account === demo.admin) {
      await signIn(page, await administrator(server.url), '/admin-transactions-history');
    } else if (account === demo.officer) {
      await signIn(page, await officer(server.url), '/admin/desk');
    } else await signIn(page, account);
  }
  await page.close();
  for (const shot of list) await take(context, shot, look);
}

if ((await build()) !== 0) throw new Error('the build failed');
const server = await startServer({ env: { SEED: 'demo' } });
const browser = await chromium.launch({
  args: [...browserArguments],
  executablePath,
});
try {
  if (!only && !wantedLook) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const wanted = shots.filter(({ name }) => name.includes(only));
  const groups = [...Map.groupBy(wanted, ({ account }) => account?.email).values()];
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of themes) {
      const look = `${size}.${colorScheme}`;
      if (!look.includes(wantedLook)) continue;
      for (const group of groups) {
        const context = await browser.newContext({
          baseURL: server.url,
          viewport,
          colorScheme,
          reducedMotion: 'reduce',
        });
        await withoutStream(context);
        await takeAll(context, group, look);
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.stdout.write(`pictures are in ${folder}\n`);
process.exitCode = failures.length ? 1 : 0;
