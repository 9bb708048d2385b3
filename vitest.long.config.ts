import { defineConfig } from 'vitest/config';

/** What takes minutes or hours: `npm run test:long`. */
export default defineConfig({
  test: {
    environment: 'node',
    // `BENCH=smallest`: one of each kind, in its smallest size.
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
