import { migrate } from '#server/store/migrate.ts';
import { openEmbedded } from '#server/store/open.ts';

/** Makes the embedded database of a data directory, as a server's first start does. */
export async function makeEmbeddedDatabase(dataDir: string): Promise<void> {
  const store = await openEmbedded(dataDir);
  try {
    await migrate(store.db);
  } finally {
    await store.close();
  }
}
