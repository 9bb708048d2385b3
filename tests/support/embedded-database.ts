import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startEngine } from '#server/store/engine.ts';
import { memoryImage } from './memory-database.ts';

/** Creates the embedded database in a data directory, with all migrations, as the first start of a server does. */
export async function makeEmbeddedDatabase(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const directory = join(dataDir, 'pglite');
  await (await startEngine({ dataDir: directory, loadDataDir: await memoryImage() })).close();
}
