import { build } from './lib/build.mjs';
import { install } from './lib/install.mjs';
import { bin } from './lib/paths.mjs';
import { projectEnvironment, serve } from './lib/run.mjs';
import { serverArguments } from './lib/server-arguments.mjs';

// From a fresh clone to a running wallet: install, build, serve. Installing and building are
// skipped if already done.
try {
  await install();
  if ((await build()) !== 0) throw new Error('The build failed: see the lines above.');
  process.exitCode = await serve(bin('node'), serverArguments, projectEnvironment());
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
