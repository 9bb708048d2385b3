import { defineConfig } from 'vitest/config';

/** `npm run test:cluster`: the one test that needs a whole cluster; it is a part of `npm run test:long`, too. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/long/cluster.long.ts'],
    maxWorkers: 1,
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
  },
});
