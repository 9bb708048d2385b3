import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renderBody } from './legal-body.ts';
import { renderPage } from './legal-page.ts';
import { readDocuments } from './legal-source.ts';

/** A file of the site: its path below the output folder, and its text. */
export interface LegalFile {
  readonly fileName: string;
  readonly source: string;
}

const ROOT = join(import.meta.dirname, '..');

/**
 * The app's design tokens and the few styles that the documents outside the app add, without comments. The style
 * sheet is inlined into each page: as a separate file it would delay every reader's first paint by
 * a round trip.
 */
export async function styleSheet(): Promise<string> {
  const parts = await Promise.all(
    ['src/ui/tokens.css', 'build/legal.css'].map((file) => readFile(join(ROOT, file), 'utf8')),
  );
  return parts
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}

/** The six legal pages, ready to be written or emitted. */
export async function legalFiles(): Promise<readonly LegalFile[]> {
  const [documents, styles] = await Promise.all([readDocuments(), styleSheet()]);
  return documents.map((document) => ({
    fileName: `${document.path.slice(1)}/index.html`,
    source: renderPage(document, renderBody(document.markdown), documents, styles),
  }));
}

/** Writes the pages below `outDir`, each as `<path>/index.html`. */
export async function renderLegalPages(outDir: string): Promise<readonly LegalFile[]> {
  const files = await legalFiles();
  for (const { fileName, source } of files) {
    const target = join(outDir, fileName);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, source);
  }
  return files;
}
