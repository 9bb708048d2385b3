import { brand } from './brand.ts';
import { operator } from './operator.ts';

/** One version of a legal document, with its placeholders filled. */
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
  /** ISO date from which this version applies. */
  readonly counts: string;
  /** The changes since the version before, a sentence each; empty for the first one. */
  readonly changes: readonly string[];
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
      { brand: { ...brand, ...operator } },
    );

/** Fills `{{brand.…}}`. An unknown placeholder stops the build, so that no customer sees one. */
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
const DATE = /^\d{4}-\d\d-\d\d$/;

/**
 * Reads a document. Its head has one field per line; `change` may occur several times, once for each change.
 * `counts` is the day from which the version applies, by default the day of the change.
 */
export function parseDocument(path: string, source: string): LegalDocument {
  const text = fillPlaceholders(source, path);
  const head = HEAD.exec(text);
  if (!head) throw new Error(`${path}: no head`);
  const lines = (head[1] ?? '').split('\n').map((line): readonly [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  });
  const all = (name: string): readonly string[] =>
    lines.filter(([key, value]) => key === name && value !== '').map(([, value]) => value);
  const field = (name: string): string => {
    const [value] = all(name);
    if (value === undefined) throw new Error(`${path}: no ${name}`);
    return value;
  };
  const fields = {
    title: field('title'),
    label: field('label'),
    description: field('description'),
    version: field('version'),
    updated: field('updated'),
  };
  const [counts = fields.updated] = all('counts');
  if (!DATE.test(counts)) throw new Error(`${path}: counts must be a date`);
  return {
    path,
    ...fields,
    counts,
    changes: all('change'),
    markdown: text.slice(head[0].length),
  };
}

/** The file of a document in `legal`: that of `/au/terms-and-conditions` is `au-terms-and-conditions.md`. */
export const sourceOf = (path: string): string => `${path.slice(1).replaceAll('/', '-')}.md`;

/** The document and the version that a file of `legal/former` holds: `terms-and-conditions-1.0.md`. */
function formerOf(
  file: string,
  paths: readonly string[],
): { readonly path: string; readonly version: string } | undefined {
  const path = paths.find((one) => file.startsWith(sourceOf(one).replace(/\.md$/, '-')));
  const version = path && file.slice(sourceOf(path).length - 2).replace(/\.md$/, '');
  return path && version && file.endsWith('.md') ? { path, version } : undefined;
}

/** The address of a former version. */
export const formerPath = (path: string, version: string): string => `${path}/${version}`;

/**
 * A former version in a file of `legal/former`, with the path of its document; undefined if it belongs to none of
 * `paths`. Throws if the text has another version than the file's name.
 */
export async function readFormerVersion<Path extends string>(
  file: string,
  paths: readonly Path[],
  read: () => Promise<string>,
): Promise<{ readonly of: Path; readonly document: LegalDocument } | undefined> {
  const former = formerOf(file, paths);
  const of = paths.find((path) => path === former?.path);
  if (!former || of === undefined) return undefined;
  const document = parseDocument(formerPath(of, former.version), await read());
  if (document.version !== former.version) throw new Error(`legal/former/${file}: another version`);
  return { of, document };
}
