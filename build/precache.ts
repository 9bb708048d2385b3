import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestTransform } from 'workbox-build';

const ROOT = join(import.meta.dirname, '..');

const hashOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);

/**
 * What decides the headers a page is served with: the server's code for them, the hashes this build
 * found, and a word an operator may change where only their configuration did.
 */
export const headersHash = (outDir: string, version = process.env.HEADERS_VERSION ?? ''): string =>
  hashOf(
    readFileSync(join(ROOT, 'server/middleware/security-headers.ts'), 'utf8'),
    readFileSync(join(outDir, 'csp.json'), 'utf8'),
    version,
  );

/** The address under which customers open a page: the precache keeps it as it is served there. */
const pageAddress = (file: string): string => `/${file.replace(/(^|\/)index\.html$/, '')}`;

type Entry = Parameters<ManifestTransform>[0][number];

/** What a file of the build must be, as the attribute of that name says it. */
export const integrityOf = (outDir: string, file: string): string =>
  `sha256-${createHash('sha256')
    .update(readFileSync(join(outDir, file)))
    .digest('base64')}`;

/**
 * The precache list: pages under their addresses, and revised when their headers are, for a stored
 * page keeps the headers it came with (a new content policy would never reach who has it). What is not
 * named after its content says what that is: under the same address others give something else.
 */
export function precacheList(
  entries: readonly Entry[],
  headers: string,
  integrity: (file: string) => string,
): Entry[] {
  return entries.map((entry) => {
    const { url, revision } = entry;
    if (url.startsWith('assets/')) return { ...entry, url: `/${url}` };
    const checked = { ...entry, integrity: integrity(url) };
    if (!url.endsWith('.html')) return { ...checked, url: `/${url}` };
    return { ...checked, url: pageAddress(url), revision: hashOf(revision ?? '', headers) };
  });
}
