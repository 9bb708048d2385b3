import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { initiativeNames, type Kind } from './cast/initiatives.ts';
import { behindOf, tableOfKinds } from './cast/outcomes.ts';
import { type Outcome, type Plan, type Programs, run } from './cast/run.ts';
import { type Asked, add, askedOf, missingOf, tableOf } from './coverage.ts';
import { type Plant, plants } from './plants.ts';
import { loadPrograms } from './programs.ts';
import { commandOf, shorten, wordOf } from './story.ts';

/*
 * `npm run simulate`: a whole Kopa, one seed after the other for a minute, or one seed again.
 *   --seed N --steps M            that run
 *   --among A --only 1:swap,2:wait of it, only some of the A initiatives
 *   --seed N --seeds K            that many seeds, one after the other
 *   --seconds S                   fresh seeds for so long; a failing one ends it
 *   --plant NAME --seeds K        plants a fault and tells how many steps each of K seeds took to find it (with
 *                                 --reach: until one has); its run begins what the fault is about
 *   --plant NAME --seed N         plants it in one run, whose story is made shorter
 *   --seed N --seeds K --reach    each seed ends as soon as each kind was begun and came to something, and the next
 *                                 wants only what has not; fails if K of them did not do
 *   --wanted A,B                  two of three turns begin one of these, until they have come to something
 *   --coverage                    fails unless everything was reached, what only long runs are asked for included
 * A run fails if it never reached what one of its length is asked to reach.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    steps: { type: 'string' },
    among: { type: 'string' },
    only: { type: 'string' },
    wanted: { type: 'string' },
    seconds: { type: 'string' },
    plant: { type: 'string' },
    seeds: { type: 'string' },
    reach: { type: 'boolean', default: false },
    coverage: { type: 'boolean', default: false },
  },
});

const STEPS = 6_000;
const SHORTEN_SECONDS = process.env.BENCH === 'smallest' ? 40 : 300;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const seconds = process.env.BENCH === 'smallest' ? 45 : Number(values.seconds ?? 60);
const steps = Number(values.steps ?? STEPS);
const planted = values.plant === undefined ? '' : ` --plant ${values.plant}`;
/** The machine's own clock: a run has the world's. */
const elapsed = performance.now.bind(performance);
const started = elapsed();
const freshSeed = (): number => randomInt(1, 2 ** 31);

function report(outcome: Outcome): void {
  for (const line of outcome.world.recent.filter((one) => !one.endsWith('immediate')).slice(-40)) {
    print(`    ${line}`);
  }
  print('The story, with the milliseconds since the beginning:');
  for (const { number, at, what } of outcome.story) print(`  ${number}. ${at.toFixed(0)} ${what}`);
  print(`FAILED ${outcome.failure?.message}`);
}

async function fail(plan: Plan, outcome: Outcome, programs: Programs): Promise<void> {
  process.exitCode = 1;
  print(`FAILED ${outcome.failure?.message}, after ${outcome.world.steps} steps`);
  print(`Again: ${commandOf(plan)}${planted}`);
  const begun = elapsed();
  const isTime = (): boolean => elapsed() - begun > SHORTEN_SECONDS * 1_000;
  const story = plan.only ? { plan, outcome } : await shorten(plan, outcome, programs, isTime);
  report(story.outcome);
  print(`Shorter: ${commandOf(story.plan)}${planted}`);
}

/** Runs one seed; whether all was well. */
async function one(plan: Plan, programs: Programs, counts: Map<string, number>): Promise<boolean> {
  print(`seed ${plan.seed}`);
  const outcome = await run(plan, programs);
  add(counts, outcome.world.counts);
  print(`  ${outcome.world.steps} steps, ${outcome.digest}`);
  if (outcome.failure) await fail(plan, outcome, programs);
  return outcome.failure === undefined;
}

const kindOf = (word: string | undefined): Kind => {
  const kind = initiativeNames.find((name) => wordOf(name) === word);
  if (!kind) throw new Error(`There is nothing called ${word}.`);
  return kind;
};

function onlyOf(): Plan['only'] {
  if (values.only === undefined) return undefined;
  const which = values.only === 'none' ? [] : values.only.split(',');
  const read = which.map((one): [number, Kind] => {
    const [number, word] = one.split(':');
    return [Number(number), kindOf(word)];
  });
  return { among: Number(values.among), which: new Map(read) };
}

function plantOf(name: string): Plant {
  const found = plants[name];
  if (!found) throw new Error(`There is no ${name}; there are ${Object.keys(plants).join(', ')}.`);
  return found;
}

async function plant(name: string): Promise<void> {
  const fault = plantOf(name);
  const programs = await loadPrograms(fault);
  const kinds = fault.about;
  const taken: number[] = [];
  const first = Number(values.seed ?? 1);
  const many = Number(values.seeds ?? 10);
  for (let seed = first; seed < first + many; seed++) {
    const outcome = await run({ seed, steps, kinds }, programs);
    print(`seed ${seed}: ${outcome.failure?.message ?? 'not found'}, ${outcome.world.steps} steps`);
    if (outcome.failure) taken.push(outcome.world.steps);
    if (outcome.failure && values.reach) break;
  }
  taken.sort((a, b) => a - b);
  print(
    `${name}: found by ${taken.length} of ${many} seeds, steps: median ${taken[taken.length >> 1]}, worst ${taken.at(-1)}`,
  );
  if (taken.length === 0) process.exitCode = 1;
}

async function seeds(): Promise<void> {
  const seed = values.seed === undefined ? freshSeed() : Number(values.seed);
  print(`The first seed is ${seed}.`);
  const fault = values.plant === undefined ? undefined : plantOf(values.plant);
  const programs = await loadPrograms(fault);
  const kinds = fault && { kinds: fault.about };
  const counts = new Map<string, number>();
  const only = onlyOf();
  const { reach } = values;
  const named = values.wanted?.split(',').map(kindOf);
  const cpu = process.cpuUsage();
  if (values.seed !== undefined && values.seeds === undefined) {
    const wanted = named && { wanted: named };
    await one({ seed, steps, ...(only && { only }), ...kinds, ...wanted, reach }, programs, counts);
    return;
  }
  const many = values.seeds === undefined ? undefined : Number(values.seeds);
  const asked: Asked = values.reach ? 'soon' : values.coverage ? 'all' : 'by length';
  const isEnough = (done: number): boolean =>
    many === undefined
      ? elapsed() - started > seconds * 1_000
      : done >= many || (values.reach && missingOf(counts, asked).length === 0);
  let done = 0;
  for (let next = seed; ; next = many === undefined ? freshSeed() : next + 1) {
    const left = named ?? (reach && counts.size > 0 ? behindOf(counts) : undefined);
    const wanted = left && { wanted: left };
    const well = await one({ seed: next, steps, ...kinds, ...wanted, reach }, programs, counts);
    done += 1;
    if (values.reach)
      print(`  not yet reached: ${missingOf(counts, asked).join('; ') || 'nothing'}`);
    if (!well || isEnough(done)) break;
  }
  const { user, system } = process.cpuUsage(cpu);
  print(tableOf(counts));
  print('Begun, and come to:');
  print(tableOfKinds(counts));
  print(`${done} seeds, ${((user + system) / 1e6).toFixed(0)} s of a core`);
  const missing = missingOf(counts, asked);
  print(`Asked to reach ${askedOf(counts, asked).length} things.`);
  if (missing.length > 0) {
    print(`FAILED Never reached: ${missing.join('; ')}`);
    process.exitCode = 1;
  }
  if (!process.exitCode) print(`All ${done} seeds came to rest.`);
}

if (values.plant !== undefined && values.seeds !== undefined) await plant(values.plant);
else await seeds();
