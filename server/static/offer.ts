import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { BuiltSite } from './built-site.ts';
import { type OfferedFile, sealOf } from './offered-file.ts';
import { pathOf, siteAlone } from './release.ts';

type Storing = Pick<Deps, 'db' | 'clock' | 'config'>;

/** Files per statement. */
const BATCH = 20;

/**
 * Files that are not shared: the build's notes to the server, and the service worker's script, of which every
 * server sends its own.
 */
const NOT_OFFERED: ReadonlySet<string> = new Set(['csp.json', 'sw.js']);

/** Every file of a site as the server sends it, compressed. */
async function filesOf(config: Config, dist: string, site: BuiltSite): Promise<OfferedFile[]> {
  const app = siteAlone(config, dist);
  const files: OfferedFile[] = [];
  for (const path of site.files.filter((name) => !NOT_OFFERED.has(name))) {
    const answer = await app.request(pathOf(path), { headers: { 'accept-encoding': 'br' } });
    if (answer.status !== 200) continue;
    const headers = JSON.stringify(Object.fromEntries(answer.headers));
    const body = new Uint8Array(await answer.arrayBuffer());
    files.push({ path, revision: site.revisions[path] ?? '', headers, body });
  }
  return files;
}

/** An id that changes with any file, its headers, or the sealing key. */
async function idOf(config: Config, dist: string, site: BuiltSite): Promise<string> {
  const page = await siteAlone(config, dist).request('/');
  const headers = JSON.stringify(Object.fromEntries(page.headers));
  const body = Buffer.from(JSON.stringify(site));
  return sealOf(config.secretsKeys[0], { path: '', revision: '', headers, body });
}

/**
 * Stores the files of a built site in the database for processes of other builds (OPS-17), unless a process
 * of the same build has done it; returns the build's id.
 */
export async function offerBuild(
  { db, clock, config }: Storing,
  dist: string,
  site: BuiltSite,
): Promise<string> {
  const [secret] = config.secretsKeys;
  const id = await idOf(config, dist, site);
  await inTransaction(db, async (tx) => {
    // A second process of the same build waits here for the first one.
    await tx
      .insertInto('builds')
      .values({ id, name: `${site.version} ${site.build}`, served_at: clock.sql })
      .onConflict((same) => same.column('id').doUpdateSet({ served_at: clock.sql }))
      .execute();
    const there = await tx
      .selectFrom('build_files')
      .select('path')
      .where('build_id', '=', id)
      .executeTakeFirst();
    if (there) return;
    const files = await filesOf(config, dist, site);
    for (let at = 0; at < files.length; at += BATCH) {
      const rows = files
        .slice(at, at + BATCH)
        .map((file) => ({ build_id: id, ...file, seal: sealOf(secret, file) }));
      await tx.insertInto('build_files').values(rows).execute();
    }
  });
  return id;
}

/** Regularly marks the build as served: a build without a mark for a week is removed. */
export const keepOffered = (id: string, dist: string, site: BuiltSite): Loop => ({
  everyMs: 10 * 60_000,
  failed: 'build not offered',
  round: async (deps) => {
    const { numUpdatedRows } = await deps.db
      .updateTable('builds')
      .set({ served_at: deps.clock.sql })
      .where('id', '=', id)
      .executeTakeFirst();
    // The row is missing, for example after a restore of an older backup: the build is stored again.
    if (numUpdatedRows === 0n) await offerBuild(deps, dist, site);
  },
});
