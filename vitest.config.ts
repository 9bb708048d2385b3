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
          // Property-based tests try many values, which takes long on a busy machine.
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
