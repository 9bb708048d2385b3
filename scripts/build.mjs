import { build } from './lib/build.mjs';

// `npm run build` always builds. As a step of the test command (`BENCH=smallest`) it builds only if a source has
// changed.
process.exitCode = await build({ force: process.env.BENCH !== 'smallest' });
