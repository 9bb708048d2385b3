import { bin } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { staticChecks } from './lib/static-checks.mjs';

// What is worth running before every commit: a minute, no server, no browser.
const unit = {
  name: 'unit',
  command: bin('vitest'),
  args: ['run', '--project', 'page', '--project', 'rules'],
};

let failed = 0;
for (const { name, command, args } of [...staticChecks, unit]) {
  const code = await run(command, args);
  if (code !== 0) {
    failed += 1;
    process.stderr.write(`${name} failed\n`);
  }
}
process.exitCode = failed ? 1 : 0;
