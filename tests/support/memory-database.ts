import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { migrate } from '#server/store/migrate.ts';
import { embeddedStore, type OpenDatabase } from '#server/store/open.ts';

const store = join(import.meta.dirname, '..', '..', 'server', 'store');

/** Where a database of these very migrations is kept, for the next test file. */
function templateFile(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(join(store, 'migrations')).sort()) {
    hash.update(readFileSync(join(store, 'migrations', name)));
  }
  hash.update(readFileSync(join(store, 'migrations.ts')));
  hash.update(readFileSync(join(store, 'migrate.ts')));
  return join(tmpdir(), `kopa-memory-${hash.digest('hex').slice(0, 16)}.tar`);
}

/** Makes a migrated database and keeps it as a file. */
async function makeTemplate(file: string): Promise<OpenDatabase> {
  const pglite = await PGlite.create();
  const made = embeddedStore(pglite);
  await migrate(made.db);
  const image = await pglite.dumpDataDir('none');
  const part = `${file}.${randomUUID()}`;
  writeFileSync(part, Buffer.from(await image.arrayBuffer()));
  renameSync(part, file);
  return made;
}

/**
 * An embedded database in memory, migrated. Making one takes seconds of a busy machine, so the first
 * is kept as a file that the others start from.
 */
export async function memoryDatabase(): Promise<OpenDatabase> {
  const file = templateFile();
  if (!existsSync(file)) return makeTemplate(file);
  return embeddedStore(await PGlite.create({ loadDataDir: new Blob([readFileSync(file)]) }));
}

/** The same as the content of its directory: what is loaded from it is alike to the byte. */
export async function memoryImage(): Promise<Blob> {
  const file = templateFile();
  if (!existsSync(file)) await (await makeTemplate(file)).close();
  return new Blob([readFileSync(file)]);
}
