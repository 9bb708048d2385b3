import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser, findHeadlessShell } from './scripts/lib/browser.mjs';
import { requirePinnedNode } from './scripts/lib/pinned-node.mjs';
import type { Engine, EngineOptions } from './tests/engines/engines-test.ts';

requirePinnedNode();

/** How the given browser is started, and without one Playwright's own. */
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
  // Long enough for a machine with other work on it: what passes waits for none of this.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    // Recording everything takes a sixth of the time, and pictures are taken before it is known who fails:
    // `TRACE=1` asks for both.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: process.env.TRACE ? 'only-on-failure' : 'off',
    viewport: { width: 390, height: 844 },
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    launchOptions: launchedWith(findBrowser()),
  },
  projects: [
    // First: the journeys of updates follow each other, and at the end they would keep one worker idle.
    { name: 'offline', testDir: 'tests/offline', testMatch: '**/*.e2e.ts' },
    // One journey of an engine at a time: the two take turns with the machine's cores.
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
      // Installing the worker for every journey costs a fifth of the time; where it matters it is allowed.
      // What moves is drawn many times over; with motion the other project's journeys run.
      use: {
        serviceWorkers: 'block',
        contextOptions: { reducedMotion: 'reduce' },
        // The other project's journeys run in the browser that customers have.
        launchOptions: launchedWith(findHeadlessShell() ?? findBrowser()),
      },
    },
  ],
});
