import base from './playwright.config.ts';

/** `BENCH=smallest`: one of them. */
const testMatch = process.env.BENCH === 'smallest' ? '**/withdraw-killed.e2e.ts' : '**/*.e2e.ts';

/** Journeys that take minutes: a part of `npm run test:long`. */
export default {
  ...base,
  workers: 1,
  timeout: 600_000,
  projects: [{ name: 'long', testDir: 'tests/long', testMatch }],
};
