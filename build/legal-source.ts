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

/** The six legal documents, in the order of the route table. */
export const readDocuments = (sources = SOURCES): Promise<readonly LegalDocument[]> =>
  Promise.all(
    legalPaths.map(async (path) =>
      parseDocument(path, await readFile(join(sources, sourceOf(path)), 'utf8')),
    ),
  );

/** The accessibility statement, which has the format of the legal documents (KEEP-17). */
export const readStatement = async (sources = SOURCES): Promise<LegalDocument> =>
  parseDocument(
    accessibilityPath,
    await readFile(join(sources, sourceOf(accessibilityPath)), 'utf8'),
  );

/** The former versions of all legal documents, the newest first; each has an address of its own (KEEP-02). */
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
