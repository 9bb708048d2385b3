import { defineConfig } from 'vitest/config';

/** `npm run test:cluster`: the one test that needs a cluster of PostgreSQL. `npm run test:long` includes it as well. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/long/cluster.long.ts'],
    maxWorkers: 1,
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
  },
});
