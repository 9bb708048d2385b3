import { loadPrograms } from './programs.ts';
import { run } from './cast/run.ts';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { seed: { type: 'string' }, steps: { type: 'string' }, verbose: {type:'boolean'} } });
const seed = Number(values.seed ?? 1);
const steps = Number(values.steps ?? 3000);
process.stdout.write(`seed ${seed}\n`);
const programs = await loadPrograms();
const t0 = performance.now();
const real = performance.now.bind(performance);
const t1 = real();
const out = await run({ seed, steps }, programs);
const t2 = real();
console.log('db', t1 - t0, 'run', t2 - t1, 'steps', out.world.steps, 'per s', out.world.steps / (t2 - t1) * 1000, 'virtual s', (out.world.now - out.world.startedAt) / 1000);
console.log(out.failure?.message, out.digest);
if (values.verbose || out.failure) console.log(out.world.recent.filter((l)=>!l.endsWith('immediate')).slice(-80).join('\n'));
console.log(out.story.map((s) => `${s.number} ${s.at} ${s.what}`).join('\n'));
console.log([...out.world.counts].sort().map(([k, n]) => `${n} ${k}`).join('\n'));
