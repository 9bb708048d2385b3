import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type LegalDocument,
  parseDocument,
  readFormerVersion,
  sourceOf,
} from '#core/legal-document.ts';
import { type TermsPath, termsPaths } from '#core/routes.ts';
import type { Deps } from '#server/deps.ts';

/** All versions of the terms in a folder of legal documents: the present ones and former ones. */
async function readVersions(
  folder: string,
): Promise<readonly (LegalDocument & { readonly document: TermsPath })[]> {
  const current = termsPaths.map(async (document) => ({
    document,
    ...parseDocument(document, await readFile(join(folder, sourceOf(document)), 'utf8')),
  }));
  const files = await readdir(join(folder, 'former')).catch(() => []);
  const former = files.map(async (file) => {
    const read = () => readFile(join(folder, 'former', file), 'utf8');
    const found = await readFormerVersion(file, termsPaths, read);
    return found ? [{ ...found.document, document: found.of }] : [];
  });
  return [...(await Promise.all(current)), ...(await Promise.all(former)).flat()];
}

/**
 * Records the versions that this server has, once each, so that what a customer accepted stays readable even
 * without the files. A recorded version with another text is not replaced: the operator is told.
 */
export async function keepVersions({ db, clock, config, log }: Deps): Promise<void> {
  for (const { document, version, counts, markdown, changes } of await readVersions(
    config.legalDir,
  )) {
    await db
      .insertInto('terms_versions')
      .values({
        ...{ document, version, text: markdown, changes: [...changes], found_at: clock.sql },
        counts_at: new Date(`${counts}T00:00:00Z`),
      })
      .onConflict((row) => row.doNothing())
      .execute();
    const kept = await db
      .selectFrom('terms_versions')
      .select('text')
      .where('document', '=', document)
      .where('version', '=', version)
      .executeTakeFirst();
    if (kept?.text !== markdown)
      log.error('a version of the terms has another text', { document, version });
  }
}
