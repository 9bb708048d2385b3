import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renderBody } from './legal-body.ts';
import { renderPage } from './legal-page.ts';
import { readDocuments, readFormer, readStatement } from './legal-source.ts';

/** A file of the site: its path below the output folder, and its text. */
export interface LegalFile {
  readonly fileName: string;
  readonly source: string;
}

const ROOT = join(import.meta.dirname, '..');

/**
 * The style sheet of the documents outside the app: the app's design tokens and the few styles of legal.css, without
 * comments. It is inlined into each page, because as a separate file it would delay every reader's first paint by a
 * round trip.
 */
export async function styleSheet(): Promise<string> {
  const parts = await Promise.all(
    ['src/ui/kit/tokens.css', 'build/legal.css'].map((file) => readFile(join(ROOT, file), 'utf8')),
  );
  return parts
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}

/** The pages of the six legal documents and of their former versions. */
export async function legalFiles(sources?: string): Promise<readonly LegalFile[]> {
  const [documents, former, styles] = await Promise.all([
    readDocuments(sources),
    readFormer(sources),
    styleSheet(),
  ]);
  return documents.flatMap((document) => {
    const before = former.filter(({ path }) => path.startsWith(`${document.path}/`));
    const versions = [document, ...before];
    return versions.map((one) => ({
      fileName: `${one.path.slice(1)}/index.html`,
      source: renderPage(one, renderBody(one.markdown), documents, styles, versions),
    }));
  });
}

/** The accessibility statement, rendered like a legal document; its footer links to all six. */
export async function statementFile(sources?: string): Promise<LegalFile> {
  const [statement, documents, styles] = await Promise.all([
    readStatement(sources),
    readDocuments(sources),
    styleSheet(),
  ]);
  return {
    fileName: `${statement.path.slice(1)}/index.html`,
    source: renderPage(statement, renderBody(statement.markdown), documents, styles),
  };
}

/** Writes the pages below `outDir`, each as `<path>/index.html`. */
export async function renderLegalPages(
  outDir: string,
  sources?: string,
): Promise<readonly LegalFile[]> {
  const files = await legalFiles(sources);
  for (const { fileName, source } of files) {
    const target = join(outDir, fileName);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, source);
  }
  return files;
}
