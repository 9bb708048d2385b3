import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renderBody } from './legal-body.ts';
import { renderPage } from './legal-page.ts';
import { readDocuments } from './legal-source.ts';

/** A file of the site: its name below the output folder and its text. */
export interface LegalFile {
  readonly fileName: string;
  readonly source: string;
}

const ROOT = join(import.meta.dirname, '..');

/** The app's design tokens and the little the six pages add; comments stay out of the download. */
async function styleSheet(): Promise<LegalFile> {
  const parts = await Promise.all(
    ['src/ui/tokens.css', 'build/legal.css'].map((file) => readFile(join(ROOT, file), 'utf8')),
  );
  const source = parts
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
  return { fileName: `assets/legal-${hash}.css`, source };
}

/** The six legal pages and the style sheet they share, ready to be written or emitted. */
export async function legalFiles(): Promise<readonly LegalFile[]> {
  const [documents, styles] = await Promise.all([readDocuments(), styleSheet()]);
  const pages = documents.map((document) => ({
    fileName: `${document.path.slice(1)}/index.html`,
    source: renderPage(document, renderBody(document.markdown), documents, `/${styles.fileName}`),
  }));
  return [styles, ...pages];
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
