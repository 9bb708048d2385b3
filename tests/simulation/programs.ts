import { setFlagsFromString } from 'node:v8';
import { memoryImage } from '#tests/support/memory-database.ts';
import { foundOnce } from './cast/found.ts';
import type { Programs } from './cast/run.ts';
import type * as DiskEntry from './device/disk-entry.ts';
import type * as TabEntry from './device/entry.ts';
import type { Plant } from './plants.ts';
import type { ServerProgram } from './server/process.ts';
import { bundle } from './world/bundle.ts';

/** V8's own: the database of a run works long enough that optimizing it pays, unlike that of a short command. */
const optimizeEngine = (): void => setFlagsFromString('--wasm-tiering-budget=13000000');

/** Production code, ready to be loaded as often as there are processes and tabs. */
export async function loadPrograms(plant?: Plant): Promise<Programs> {
  optimizeEngine();
  const [server, tab, disk] = await Promise.all([
    bundle<ServerProgram>('server/entry.ts', 'server', plant?.server),
    bundle<typeof TabEntry>('device/entry.ts', 'browser', plant?.page),
    bundle<typeof DiskEntry>('device/disk-entry.ts', 'browser'),
  ]);
  const founded = await foundOnce(await memoryImage(), server, plant?.sql);
  return { server, tab, disk, founded };
}
