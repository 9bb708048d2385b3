import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { browserArguments, findBrowser } from '#scripts/lib/browser.mjs';
import { build } from '#scripts/lib/build.mjs';
import { demo } from '#tests/support/accounts.ts';
import { signIn } from '#tests/support/e2e.ts';
import { root, startServer } from '#tests/support/server-process.ts';
import { type Shot, shots } from './screen-list.ts';

/**
 * Every screen and state at both sizes and in both themes, into .tmp/screens (with a word in the
 * command only those whose name has it), and the picture of the README from the running product.
 */
const folder = join(root, '.tmp', 'screens');
const only = process.argv[2] ?? '';

const sizes = {
  mobile: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;
const themes = ['light', 'dark'] as const;

async function ready(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

async function take(
  browser: Browser,
  url: string,
  shot: Shot,
  options: BrowserContextOptions,
  file: string,
) {
  const context = await browser.newContext({ ...options, baseURL: url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  try {
    if (shot.account) {
      const admin = shot.account === demo.admin;
      await signIn(page, shot.account, admin ? '/admin-transactions-history' : '/wallet');
    }
    await page.goto(shot.path);
    await ready(page);
    await shot.prepare?.(page);
    await page.screenshot({ path: file });
    return undefined;
  } catch (error) {
    return `${shot.name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`;
  } finally {
    await context.close();
  }
}

if ((await build()) !== 0) throw new Error('the build failed');
const executablePath = findBrowser();
const server = await startServer({ env: { SEED: 'demo' } });
const browser = await chromium.launch({
  args: [...browserArguments],
  ...(executablePath && { executablePath }),
});
const failures: string[] = [];
try {
  if (!only) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const shot of shots.filter(({ name }) => name.includes(only))) {
    for (const [size, viewport] of Object.entries(sizes)) {
      for (const colorScheme of themes) {
        const file = join(folder, `${shot.name}.${size}.${colorScheme}.png`);
        const failure = await take(browser, server.url, shot, { viewport, colorScheme }, file);
        if (failure) failures.push(`${size} ${colorScheme} ${failure}`);
      }
    }
  }
  const picture = join(root, 'docs', 'wallet.png');
  const wallet: Shot = { name: 'wallet', path: '/wallet', account: demo.customer };
  const options = { viewport: sizes.desktop, colorScheme: 'light' } as const;
  if (!only) {
    const failure = await take(browser, server.url, wallet, options, picture);
    if (failure) failures.push(failure);
  }
} finally {
  await browser.close();
  await server.stop();
}
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.stdout.write(`pictures are in ${folder}\n`);
process.exitCode = failures.length ? 1 : 0;
