import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brand } from '#core/brand.ts';
import { legalPaths } from '#core/routes.ts';

const SOURCES = join(import.meta.dirname, '../legal');

/** One legal document with its placeholders filled. */
export interface LegalDocument {
  /** The page's path on the site. */
  readonly path: string;
  readonly title: string;
  /** The short name used in the page's tab title and in links between the documents. */
  readonly label: string;
  readonly description: string;
  readonly version: string;
  /** ISO date of the last change. */
  readonly updated: string;
  readonly markdown: string;
}

const valueAt = (name: string): unknown =>
  name
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined,
      { brand },
    );

/** Fills `{{brand.…}}`. An unknown placeholder stops the build: no customer may ever see one. */
export function fillPlaceholders(text: string, where: string): string {
  const filled = text.replace(/\{\{([^{}]*)\}\}/g, (_, name: string) => {
    const value = valueAt(name.trim());
    if (typeof value !== 'string' || value === '') {
      throw new Error(`${where}: unknown placeholder {{${name}}}`);
    }
    return value;
  });
  if (/\{\{|\}\}/.test(filled)) throw new Error(`${where}: broken placeholder`);
  return filled;
}

const HEAD = /^---\n([\s\S]*?)\n---\n/;

export function parseDocument(path: string, source: string): LegalDocument {
  const text = fillPlaceholders(source, path);
  const head = HEAD.exec(text);
  if (!head) throw new Error(`${path}: no head`);
  const fields = new Map(
    (head[1] ?? '').split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
  const field = (name: string): string => {
    const value = fields.get(name);
    if (!value) throw new Error(`${path}: no ${name}`);
    return value;
  };
  return {
    path,
    title: field('title'),
    label: field('label'),
    description: field('description'),
    version: field('version'),
    updated: field('updated'),
    markdown: text.slice(head[0].length),
  };
}

/** The source of `/au/terms-and-conditions` is `legal/au-terms-and-conditions.md`. */
const fileOf = (path: string): string => join(SOURCES, `${path.slice(1).replaceAll('/', '-')}.md`);

/** The documents of the route table, in its order. */
export const readDocuments = (): Promise<readonly LegalDocument[]> =>
  Promise.all(
    legalPaths.map(async (path) => parseDocument(path, await readFile(fileOf(path), 'utf8'))),
  );
