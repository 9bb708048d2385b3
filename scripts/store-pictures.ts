import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { sized, smallest } from '#scripts/bench/statistics.ts';
import { browserArguments, PATIENCE_MS } from '#scripts/lib/browser.mjs';
import { build } from '#scripts/lib/build.mjs';
import { getBrowser } from '#scripts/lib/get-browser.mjs';
import { demo } from '#tests/support/accounts.ts';
import { signIn } from '#tests/support/e2e.ts';
import { root, startServer } from '#tests/support/server-process.ts';

/**
 * Takes pictures of the running app into public/screenshots: browsers show them when they offer to install it.
 * build/manifest.ts states their sizes. With `BENCH=smallest` it takes one of them, into .tmp/screenshots.
 */
const target = smallest ? join(root, '.tmp', 'screenshots') : join(root, 'public', 'screenshots');

const narrow = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true };
const wide = { viewport: { width: 1280, height: 800 } };

interface Picture {
  readonly file: string;
  readonly options: BrowserContextOptions;
  readonly prepare?: (page: Page) => Promise<void>;
}

const quoteSwap = async (page: Page): Promise<void> => {
  await page.goto('/swap');
  await page.getByRole('textbox', { name: /^I have/ }).fill('0.05');
  await page.getByRole('button', { name: 'Swap', exact: true, disabled: false }).waitFor();
};

/**
 * Waits until the wallet shows the server's answer. The change in 24 hours tells: a snapshot stored on the device does
 * not show it.
 */
const answered = (page: Page): Promise<void> => page.getByText(/in 24 h$/).waitFor();

const pictures: readonly Picture[] = [
  { file: 'wallet-narrow.png', options: narrow },
  { file: 'swap-narrow.png', options: narrow, prepare: quoteSwap },
  { file: 'wallet-wide.png', options: wide },
];

if ((await build()) !== 0) throw new Error('the build failed');
mkdirSync(target, { recursive: true });
const executablePath = await getBrowser();
const server = await startServer({ env: { SEED: 'demo' } });
const browser = await chromium.launch({
  args: [...browserArguments],
  executablePath,
});
try {
  for (const { file, options, prepare } of sized(pictures, pictures.slice(0, 1))) {
    const context = await browser.newContext({
      ...options,
      baseURL: server.url,
      locale: 'en-AU',
      timezoneId: 'Australia/Sydney',
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await signIn(page, demo.customer);
    // The wallet greets only directly after the sign-in: the reload keeps the greeting out of the picture.
    await page.reload();
    await answered(page);
    await prepare?.(page);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.screenshot({ path: join(target, file) });
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
}
process.stdout.write(`pictures are in ${target}\n`);
