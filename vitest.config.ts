import { defineConfig } from 'vitest/config';
import { requirePinnedNode } from './scripts/lib/pinned-node.mjs';
import { developmentKey } from './src/core/envelope/development-key.ts';

requirePinnedNode();

const environment = 'node';

/**
 * Tests run in random order: one that passes only in one order is wrong. The report prints the seed for
 * `--sequence.seed`.
 */
const sequence = { shuffle: { tests: true } };

/** The constants that vite.config.ts defines for the page, without which its modules do not load. */
const define = {
  __TRANSPORT_KEY__: JSON.stringify(developmentKey.key),
  __TRANSPORT_IV__: JSON.stringify(developmentKey.iv),
};

/** Long enough for a busy machine, where the property-based tests take half a minute. */
const testTimeout = 120_000;
const hookTimeout = 120_000;

/** `expect.poll` waits one second by default, which is too short on a busy machine. */
const patient = { poll: { timeout: 20_000 } };

export default defineConfig({
  test: {
    // The test command may count on no more than two cores.
    maxWorkers: 2,
    // Test files share imported modules: loading the server again for each file took longer than its tests. Each
    // file therefore creates the servers and states that it tests itself.
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
          testTimeout,
        },
      },
      {
        test: {
          name: 'server',
          environment,
          sequence,
          expect: patient,
          include: ['server/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          testTimeout,
          hookTimeout,
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
          hookTimeout,
        },
      },
      {
        test: {
          name: 'rules',
          environment,
          sequence,
          expect: patient,
          include: ['tests/rules/**/*.test.ts'],
          testTimeout,
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
          hookTimeout,
        },
      },
    ],
  },
});
