import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { changedSince, reachesJourneys } from './lib/changed.mjs';
import { tellOfCluster } from './lib/cluster.mjs';
import { commands, runCommand } from './lib/commands.mjs';
import { lighthouseCounts, playwrightCounts, vitestCounts } from './lib/counts.mjs';
import { getBrowser, getEngines, getHeadlessShell } from './lib/get-browser.mjs';
import { install } from './lib/install.mjs';
import { root, temporary } from './lib/paths.mjs';
import { report } from './lib/report.mjs';
import { endChildrenOnSignals, projectEnvironment, run } from './lib/run.mjs';
import { readOptions, shardOptions, takes } from './lib/shard.mjs';
import { staticChecks } from './lib/static-checks.mjs';

/*
 * `npm test`, the quick run, says in minutes whether a change is sound: it runs the checks, the tests that need neither
 * PostgreSQL nor processes of their own, and the core journeys. `npm run test:whole` runs every test and every command,
 * as a build machine does. With `--shard` either runs one part of its tests; with `--changed` the quick run leaves out
 * what a change cannot reach (lib/shard.mjs).
 */
const { whole, shard, changed, needsJourneys } = options();

function options() {
  try {
    const read = readOptions(process.argv.slice(2));
    const { changed } = read;
    const needsJourneys = changed === undefined || reachesJourneys(changedSince(changed));
    return { ...read, needsJourneys };
  } catch ({ message }) {
    process.stderr.write(`${message}\n`);
    return process.exit(1);
  }
}

const folder = join(temporary, 'test');
const total = { passed: 0, failed: 0 };

/** Runs a step and adds its counts to the total. A failure does not keep the following steps from running. */
async function step(name, work) {
  const log = join(folder, `${name.replace(/\W+/g, '-')}.log`);
  const started = Date.now();
  const counts = await work(log).catch((error) => ({
    passed: 0,
    failed: 1,
    details: [error.message],
  }));
  total.passed += counts.passed;
  total.failed += counts.failed;
  report({ name, log, ms: Date.now() - started, ...counts });
}

const one = (code) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** The static checks of `npm run check`, without its unit tests, which the step “unit and contract” runs. */
async function checks(log) {
  const code = await run('npm', ['run', 'check'], {
    log,
    env: projectEnvironment({ BENCH: 'smallest' }),
  });
  return code === 0 ? { passed: staticChecks.length, failed: 0 } : { passed: 0, failed: 1 };
}

/** The number of commands that run at a time: one for each of two cores. */
const AT_ONCE = 2;

async function everyCommand(log, env) {
  const details = [];
  const waiting = [...commands];
  const worker = async () => {
    for (let command = waiting.shift(); command; command = waiting.shift()) {
      const own = log.replace(/\.log$/, `-${command.name.replace(/\W+/g, '-')}.log`);
      const failure = await runCommand(command, own, env);
      if (failure) details.push(`${failure} (${own})`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { passed: commands.length - details.length, failed: details.length, details };
}

/** Options that limit the quick run; only the whole run takes the other projects and journeys. */
const projects = (...names) => names.flatMap((name) => ['--project', name]);
const quickUnits = projects('page', 'server', 'rules');
const coreJourneys = ['--grep', '@core'];

async function vitest(name, args, log) {
  const file = join(folder, `${name}.json`);
  const reports = ['--reporter=json', `--outputFile=${file}`, '--reporter=default'];
  return vitestCounts(
    file,
    await run('npm', ['run', 'test:unit', '--', ...reports, ...args], { log }),
  );
}

const unitTests = (log) =>
  vitest('vitest', [...shardOptions(shard), ...(whole ? [] : quickUnits)], log);

/** Tests whose imports lead to what has changed. */
const reachedTests = (log) =>
  vitest('vitest', [...projects('page', 'server'), '--changed', changed, '--passWithNoTests'], log);

/** Rules read the files themselves, so no import leads from them to what has changed. */
const ruleTests = (log) => vitest('rules', projects('rules'), log);

async function viewTests(log, env) {
  const file = join(folder, 'views.json');
  const reports = ['--reporter=json', `--outputFile=${file}`, '--reporter=default'];
  return vitestCounts(file, await run('npm', ['run', 'test:view', '--', ...reports], { log, env }));
}

async function browserTests(log, env) {
  const file = join(folder, 'playwright.json');
  const args = ['--reporter=list,json', ...shardOptions(shard), ...(whole ? [] : coreJourneys)];
  const code = await run('npm', ['run', 'test:e2e', '--', ...args], {
    log,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  return playwrightCounts(file, code);
}

async function lighthouse(log, env) {
  const code = await run('npm', ['run', 'lighthouse'], { log, env });
  return lighthouseCounts(join(root, '.lighthouseci', 'assertion-results.json'), code);
}

async function everything() {
  const alone = async (name, work) => takes(shard, name) && step(name, work);
  await install();
  const browser = await getBrowser();
  await getHeadlessShell();
  await getEngines();
  if (whole) tellOfCluster();
  const env = projectEnvironment({ CHROME_PATH: browser });
  rmSync(folder, { recursive: true, force: true });
  rmSync(join(root, '.lighthouseci'), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // These two run in parallel, because each uses about one core. Every part of a divided run needs the build.
  await Promise.all([
    alone('check', checks),
    step('production build', async (log) =>
      one(await run('npm', ['run', 'build'], { log, env: { ...env, BENCH: 'smallest' } })),
    ),
  ]);
  if (changed === undefined) await step('unit and contract', unitTests);
  else {
    await step('unit and contract', reachedTests);
    await step('rules', ruleTests);
  }
  if (needsJourneys) {
    await alone('views', (log) => viewTests(log, env));
    await step('browser', (log) => browserTests(log, env));
  }
  if (!whole) return;
  await alone('Lighthouse', (log) => lighthouse(log, env));
  await alone('commands', (log) => everyCommand(log, env));
}

endChildrenOnSignals();
try {
  await everything();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  total.failed += 1;
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed ? 1 : 0;
