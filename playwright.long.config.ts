import base from './playwright.config.ts';

/** All long journeys; with `BENCH=smallest` only one. */
const testMatch = process.env.BENCH === 'smallest' ? '**/withdraw-killed.e2e.ts' : '**/*.e2e.ts';

/** The journeys that take minutes: the browser's part of `npm run test:long`. */
export default {
  ...base,
  workers: 1,
  timeout: 600_000,
  projects: [{ name: 'long', testDir: 'tests/long', testMatch }],
};
