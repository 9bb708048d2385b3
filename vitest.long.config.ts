import { defineConfig } from 'vitest/config';

/** The tests that take minutes or hours: vitest's part of `npm run test:long`. */
export default defineConfig({
  test: {
    environment: 'node',
    // With `BENCH=smallest` only one of them, in its smallest size.
    include: [
      process.env.BENCH === 'smallest' ? 'tests/long/malformed.long.ts' : 'tests/long/**/*.long.ts',
    ],
    globalSetup: ['tests/support/postgres-setup.ts'],
    maxWorkers: 1,
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
    passWithNoTests: true,
  },
});
