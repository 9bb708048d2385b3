import { bin } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { staticChecks } from './lib/static-checks.mjs';

// `npm run check`, to be run before every commit: it takes a minute and needs no server or browser.
const unit = {
  name: 'unit',
  command: bin('vitest'),
  args: ['run', '--project', 'page', '--project', 'rules'],
};

let failed = 0;
// The test command sets `BENCH=smallest`: it runs the unit tests in a step of their own.
const smallest = process.env.BENCH === 'smallest';
for (const { name, command, args } of smallest ? staticChecks : [...staticChecks, unit]) {
  const code = await run(command, args);
  if (code !== 0) {
    failed += 1;
    process.stderr.write(`${name} failed\n`);
  }
}
process.exitCode = failed ? 1 : 0;
