import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startEngine } from '#server/store/engine.ts';
import { memoryImage } from './memory-database.ts';

/** Makes the embedded database of a data directory, migrated, as a server's first start leaves it. */
export async function makeEmbeddedDatabase(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const directory = join(dataDir, 'pglite');
  await (await startEngine({ dataDir: directory, loadDataDir: await memoryImage() })).close();
}
