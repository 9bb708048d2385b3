import { build } from './lib/build.mjs';

// The test command builds only what has changed.
process.exitCode = await build({ force: process.env.BENCH !== 'smallest' });
