import { bin } from './paths.mjs';

/** All static checks: formatting, types and dead code. Each counts as one test. */
export const staticChecks = [
  {
    name: 'format and lint',
    command: bin('biome'),
    args: ['ci', '--colors=off', '--error-on-warnings'],
  },
  ...['src/core', 'src', 'src/files/pdf', 'sw', 'server', 'tests'].map((project) => ({
    name: `types of ${project}`,
    command: bin('tsc'),
    args: ['-p', project, '--pretty', 'false'],
  })),
  { name: 'dead code', command: bin('knip'), args: ['--no-progress'] },
];
