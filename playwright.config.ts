import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser, findHeadlessShell } from './scripts/lib/browser.mjs';
import { requirePinnedNode } from './scripts/lib/pinned-node.mjs';
import type { Engine, EngineOptions } from './tests/engines/engines-test.ts';

requirePinnedNode();

/** Launch options for the given browser; without one Playwright starts its own. */
const launchedWith = (executablePath: string | undefined) => ({
  args: [...browserArguments],
  ...(process.getuid?.() === 0 ? {} : { chromiumSandbox: true }),
  ...(executablePath && { executablePath }),
});

const engines: readonly Engine[] = ['firefox', 'webkit'];

export default defineConfig<object, EngineOptions>({
  globalSetup: './tests/support/browser-setup.ts',
  outputDir: '.tmp/playwright',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // Long enough for a busy machine. A journey that passes does not wait for these limits.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    // Traces and screenshots are only taken with `TRACE=1`: Playwright records every journey in case it fails, which
    // takes a sixth of the time.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: process.env.TRACE ? 'only-on-failure' : 'off',
    viewport: { width: 390, height: 844 },
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    launchOptions: launchedWith(findBrowser()),
  },
  projects: [
    // This project is first: its update journeys run one after the other, and at the end would leave one worker idle.
    { name: 'offline', testDir: 'tests/offline', testMatch: '**/*.e2e.ts' },
    // Each engine runs one journey at a time, so that two engines share the machine's two cores.
    ...engines.map((engine) => ({
      name: engine,
      testDir: 'tests/engines',
      testMatch: '**/*.e2e.ts',
      timeout: 180_000,
      workers: 1,
      use: { engine },
    })),
    {
      name: 'e2e',
      testDir: 'tests/e2e',
      testMatch: '**/*.e2e.ts',
      // Without the service worker: installing it in every journey takes a fifth of the time. Journeys that are about
      // it allow it. Without motion: an animation is drawn many times over. The journeys of `offline` run with motion.
      use: {
        serviceWorkers: 'block',
        contextOptions: { reducedMotion: 'reduce' },
        // The headless shell starts faster; the journeys of `offline` run in the full browser, which customers have.
        launchOptions: launchedWith(findHeadlessShell() ?? findBrowser()),
      },
    },
  ],
});
