import { PGlite } from '@electric-sql/pglite';
import { memoryImage } from '#tests/support/memory-database.ts';
import type { Programs } from './cast/run.ts';
import type * as DiskEntry from './device/disk-entry.ts';
import type * as TabEntry from './device/entry.ts';
import type { ServerProgram } from './server/process.ts';
import { bundle } from './world/bundle.ts';

/** Production code, ready to be loaded as often as there are processes and tabs. */
export async function loadPrograms(): Promise<Programs> {
  const [server, tab, disk] = await Promise.all([
    bundle<ServerProgram>('server/entry.ts', 'server'),
    bundle<typeof TabEntry>('device/entry.ts', 'browser'),
    bundle<typeof DiskEntry>('device/disk-entry.ts', 'browser'),
  ]);
  const image = await memoryImage();
  const database = () => PGlite.create({ loadDataDir: image });
  return { server, tab, disk, database };
}
