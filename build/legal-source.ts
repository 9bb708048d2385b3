import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type LegalDocument,
  parseDocument,
  readFormerVersion,
  sourceOf,
} from '#core/legal-document.ts';
import { accessibilityPath, legalPaths } from '#core/routes.ts';

const SOURCES = join(import.meta.dirname, '../legal');

/** The documents of the route table, in its order. */
export const readDocuments = (sources = SOURCES): Promise<readonly LegalDocument[]> =>
  Promise.all(
    legalPaths.map(async (path) =>
      parseDocument(path, await readFile(join(sources, sourceOf(path)), 'utf8')),
    ),
  );

/** The accessibility statement, which is written like them (KEEP-17). */
export const readStatement = async (sources = SOURCES): Promise<LegalDocument> =>
  parseDocument(
    accessibilityPath,
    await readFile(join(sources, sourceOf(accessibilityPath)), 'utf8'),
  );

/** The versions that were replaced, the newest first, each at an address of its own (KEEP-02). */
export async function readFormer(sources = SOURCES): Promise<readonly LegalDocument[]> {
  const folder = join(sources, 'former');
  const files = await readdir(folder).catch(() => []);
  const read = files.map(async (file) => {
    const former = await readFormerVersion(file, legalPaths, () =>
      readFile(join(folder, file), 'utf8'),
    );
    if (!former) throw new Error(`legal/former/${file}: of which document is it?`);
    return former.document;
  });
  return (await Promise.all(read)).sort((one, other) => other.counts.localeCompare(one.counts));
}
