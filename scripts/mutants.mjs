import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporary } from './lib/paths.mjs';
import { endChildrenOnSignals, projectEnvironment, run } from './lib/run.mjs';
import { MUTANT, mutants } from './mutants/by-hand.ts';

// `npm run test:mutants`: whether tests notice faults in the code that decides about money, limits, access and truth.
// Stryker makes the mutants of the files that stryker.config.json names; those of scripts/mutants/by-hand.ts, in code
// that it does not reach, are tried after it. `-- --mutate FILE` is passed on to Stryker and tries only that;
// `-- --by-hand TEXT` tries those by hand whose file or title has that text.

/** Named in stryker.config.json, too. */
const strykerReport = join(temporary, 'mutants.json');
const report = join(temporary, 'by-hand.json');
const log = join(temporary, 'by-hand.log');
/** A mutant may never come to an end. */
const LONGEST_MS = 600_000;

/** The number of tests that passed and failed; undefined if their file did not load. */
async function tested(of, mutant) {
  rmSync(report, { force: true });
  const projects = [...new Set(of.map(({ project }) => project))];
  const files = [...new Set(of.map(({ test }) => test))];
  // Any sign stands for each that means something in a pattern.
  const titles = [...new Set(of.map(({ title }) => title.replace(/[^\w\s]/g, '.')))];
  await run(
    'vitest',
    [
      ...['run', '--config', 'vitest.by-hand.config.ts', ...files],
      ...projects.flatMap((project) => ['--project', project]),
      ...['--testNamePattern', titles.join('|'), '--bail', mutant === undefined ? '0' : '1'],
      // The cache of modules knows a file by its text on the disk, which is none of a mutant's.
      ...['--fsModuleCache=false', '--reporter', 'json', '--outputFile', report],
    ],
    {
      log,
      timeout: LONGEST_MS,
      env: projectEnvironment(mutant === undefined ? {} : { [MUTANT]: String(mutant) }),
    },
  );
  try {
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    return { passed, failed };
  } catch {
    return undefined;
  }
}

/** Tries the mutants by hand whose file or title has this text; resolves to whether all were noticed. */
async function tryByHand(about) {
  const chosen = mutants.filter(({ file, title }) => `${file} ${title}`.includes(about));
  const say = (text) => process.stdout.write(`${text}\n`);
  if (chosen.length === 0) {
    say(`No mutant by hand has “${about}” in its file or title`);
    return false;
  }
  const before = await tested(chosen);
  if (!before || before.failed > 0 || before.passed === 0) {
    say(`The tests fail without a mutant: ${log}`);
    return false;
  }
  let killed = 0;
  for (const mutant of chosen) {
    const after = await tested([mutant], mutants.indexOf(mutant));
    const isKilled = after !== undefined && after.failed > 0;
    if (isKilled) killed += 1;
    const how = isKilled ? 'killed' : after && after.passed > 0 ? 'SURVIVED' : 'NOT TESTED';
    say(`${how}  ${mutant.file}: ${mutant.from.trim()} → ${mutant.to.trim()}`);
  }
  say(`${killed} of ${chosen.length} mutants by hand were killed`);
  return killed === chosen.length;
}

/** Stryker's own threshold is that of all files together; this is whether each of them has it. */
function eachNoticed() {
  const { files, thresholds } = JSON.parse(readFileSync(strykerReport, 'utf8'));
  const below = Object.entries(files).filter(([, { mutants: made }]) => {
    const count = (...kinds) => made.filter(({ status }) => kinds.includes(status)).length;
    const killed = count('Killed', 'Timeout');
    return killed * 100 < (killed + count('Survived', 'NoCoverage')) * thresholds.low;
  });
  for (const [file] of below) {
    process.stdout.write(`${file}: fewer than ${thresholds.low} of 100 mutants were killed\n`);
  }
  return below.length === 0;
}

endChildrenOnSignals();
const [option, text = ''] = process.argv.slice(2);
const byStryker =
  option === '--by-hand' ||
  ((await run('stryker', ['run', ...process.argv.slice(2)])) === 0 && eachNoticed());
const byHand = option === '--mutate' || (await tryByHand(text));
process.exitCode = byStryker && byHand ? 0 : 1;
