import { defineConfig } from 'vitest/config';
import { planted } from './scripts/mutants/planted.ts';
import all from './vitest.config.ts';

/** The tests of vitest.config.ts, on code with the mutant that the environment names (scripts/mutants.mjs). */
export default defineConfig({
  test: {
    ...all.test,
    projects: (all.test?.projects ?? []).map((project) => ({
      ...Object(project),
      plugins: [planted()],
    })),
  },
});
