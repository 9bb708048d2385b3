import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { browserArguments, findBrowser } from './scripts/lib/browser.mjs';
import { requirePinnedNode } from './scripts/lib/pinned-node.mjs';
import { developmentKey } from './src/core/envelope/development-key.ts';

requirePinnedNode();

/** Without one, Playwright says how to install its own. */
const found = findBrowser();

/**
 * Views: the app in a browser, with answers that each test gives, typed by the contract and sealed by the envelope. No
 * server, worker or build takes part: what needs one of them is a contract test or a journey.
 */
export default defineConfig({
  plugins: [react()],
  define: {
    __TRANSPORT_KEY__: JSON.stringify(developmentKey.key),
    __TRANSPORT_IV__: JSON.stringify(developmentKey.iv),
  },
  // Found before the first test: a dependency that is found later has React loaded twice.
  optimizeDeps: { entries: ['src/main.tsx', 'tests/view/**/*.ts'], include: ['axe-core'] },
  test: {
    name: 'view',
    include: ['tests/view/**/*.test.ts'],
    setupFiles: ['tests/view/support/setup.ts'],
    sequence: { shuffle: { tests: true } },
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        launchOptions: { ...(found && { executablePath: found }), args: [...browserArguments] },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
