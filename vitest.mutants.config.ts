import { defineConfig } from 'vitest/config';

/** The tests that mutants of the rules in `src/core` are tried against (stryker.config.json). */
export default defineConfig({
  test: {
    environment: 'node',
    isolate: false,
    include: ['src/core/**/*.test.ts'],
    // The first take minutes, which no single mutant is worth, and what they cover has tests of its own. The last
    // measures time, which mutants take more of.
    exclude: ['src/core/**/many-*.test.ts', 'src/core/domain/hostile-text.test.ts'],
    testTimeout: 60_000,
  },
});
