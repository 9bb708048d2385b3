import base from './playwright.config.ts';

/** Journeys that take minutes: a part of `npm run test:long`. */
export default {
  ...base,
  workers: 1,
  timeout: 600_000,
  projects: [{ name: 'long', testDir: 'tests/long', testMatch: '**/*.e2e.ts' }],
};
