import { defineConfig } from 'vitest/config';
import { requirePinnedNode } from './scripts/lib/pinned-node.mjs';
import { developmentKey } from './src/core/envelope/development-key.ts';

requirePinnedNode();

const environment = 'node';

/** What passes only in one order passes by chance; the report names the seed (`--sequence.seed`). */
const sequence = { shuffle: { tests: true } };

/** What the build puts into the page (vite.config.ts), so that its modules load here too. */
const define = {
  __TRANSPORT_KEY__: JSON.stringify(developmentKey.key),
  __TRANSPORT_IV__: JSON.stringify(developmentKey.iv),
};

/** What is waited for comes late on a busy machine; its own limit is one second. */
const patient = { poll: { timeout: 20_000 } };

export default defineConfig({
  test: {
    // Two cores are what the test command may count on.
    maxWorkers: 2,
    // Files share what they import: to load the server anew for each took longer than its tests. Each
    // starts what it tests itself.
    isolate: false,
    projects: [
      {
        define,
        test: {
          name: 'page',
          environment,
          sequence,
          expect: patient,
          include: ['src/**/*.test.{ts,tsx}', 'sw/**/*.test.ts', '{build,legal}/**/*.test.ts'],
          setupFiles: ['tests/support/left-timers.ts'],
          // Properties look at many values: on a busy machine that takes its time.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          environment,
          sequence,
          expect: patient,
          include: ['server/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'processes',
          environment,
          sequence,
          expect: patient,
          include: ['tests/processes/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'rules',
          environment,
          sequence,
          expect: patient,
          include: ['tests/rules/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'postgres',
          environment,
          sequence,
          expect: patient,
          include: ['tests/postgres/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
