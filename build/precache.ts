import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestTransform } from 'workbox-build';

const ROOT = join(import.meta.dirname, '..');

const hashOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);

/**
 * A hash of what determines a page's headers: the server's code for them, the CSP hashes of this
 * build, and a version that an operator can change when only their configuration has changed.
 */
export const headersHash = (outDir: string, version = process.env.HEADERS_VERSION ?? ''): string =>
  hashOf(
    readFileSync(join(ROOT, 'server/middleware/security-headers.ts'), 'utf8'),
    readFileSync(join(outDir, 'csp.json'), 'utf8'),
    version,
  );

/** The address under which customers open a page, and under which the precache keeps it. */
const pageAddress = (file: string): string => `/${file.replace(/(^|\/)index\.html$/, '')}`;

type Entry = Parameters<ManifestTransform>[0][number];

/** The hash of a built file's content, in the format of the `integrity` attribute. */
export const integrityOf = (outDir: string, file: string): string =>
  `sha256-${createHash('sha256')
    .update(readFileSync(join(outDir, file)))
    .digest('base64')}`;

/**
 * The precache list, with pages under their addresses. A page also gets a new revision when its
 * headers change: the worker stores a page together with its headers, so a new content policy would
 * never reach the customers who have stored the page. Every file carries the hash of its content, because
 * another server, a captive portal or a broken proxy may answer its address with something else.
 */
export function precacheList(
  entries: readonly Entry[],
  headers: string,
  integrity: (file: string) => string,
): Entry[] {
  return entries.map((entry) => {
    const { url, revision } = entry;
    const checked = { ...entry, integrity: integrity(url) };
    if (!url.endsWith('.html')) return { ...checked, url: `/${url}` };
    return { ...checked, url: pageAddress(url), revision: hashOf(revision ?? '', headers) };
  });
}
