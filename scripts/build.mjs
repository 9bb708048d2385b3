import { build } from './lib/build.mjs';

process.exitCode = await build({ force: true });
