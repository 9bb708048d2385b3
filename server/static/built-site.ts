import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { TransportKey } from '#core/envelope/envelope.ts';
import { fingerprintOf } from '#core/envelope/fingerprint.ts';

const record = v.object({
  version: v.string(),
  build: v.string(),
  transport: v.string(),
  files: v.array(v.string()),
  /**
   * The revisions of the files that are not named after their content: the service worker requests a file by
   * its revision.
   */
  revisions: v.optional(v.record(v.string(), v.string()), {}),
});

/** The build's record of itself (build/build-record.ts). */
export type BuiltSite = v.InferOutput<typeof record>;

export type SiteReading =
  | { readonly ok: true; readonly site: BuiltSite }
  | { readonly ok: false; readonly problem: string };

const BUILD_ANEW = 'Run `npm run build`, or set SITE_DIR=none if pages are served elsewhere.';

function readRecord(directory: string): BuiltSite | undefined {
  try {
    return v.parse(record, JSON.parse(readFileSync(join(directory, 'build.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * Returns a function that reads the revisions of the files in the folder now, since a newer build may be
 * copied there while this process serves. Empty if a build recorded none.
 */
export function revisionsIn(directory: string): () => BuiltSite['revisions'] {
  let read: { readonly written: string; readonly revisions: BuiltSite['revisions'] } | undefined;
  return () => {
    const found = statSync(join(directory, 'build.json'), { throwIfNoEntry: false });
    const written = found ? `${found.dev} ${found.ino} ${found.mtimeMs}` : '';
    if (read?.written !== written) {
      read = { written, revisions: readRecord(directory)?.revisions ?? {} };
    }
    return read.revisions;
  };
}

/** The files that the page at `/` loads at once: a page left from another build would name other ones. */
function partsOfPage(directory: string): readonly string[] {
  const html = readFileSync(join(directory, 'index.html'), 'utf8');
  return [...html.matchAll(/\/(assets\/[\w./-]+\.(?:js|css|woff2))/g)].map(([, part = '']) => part);
}

/** The files of a site that are missing. */
export function missingFiles(directory: string, site: BuiltSite): readonly string[] {
  const absent = (name: string): boolean => !existsSync(join(directory, name));
  const listed = ['index.html', ...site.files].filter(absent);
  return listed.length > 0 ? listed : partsOfPage(directory).filter(absent);
}

/**
 * Reads the built site and reports its problems: missing, incomplete (OPS-06), or built with a transport key
 * that this server does not have, so that every call would fail (OPS-16).
 */
export function readSite(directory: string, keys: readonly TransportKey[]): SiteReading {
  const site = readRecord(directory);
  if (!site) {
    return { ok: false, problem: `There is no complete build in ${directory}. ${BUILD_ANEW}` };
  }
  const missing = missingFiles(directory, site);
  if (missing.length > 0) {
    const some = missing.slice(0, 3).join(', ');
    const problem = `The build in ${directory} lacks ${missing.length} of its files (${some}). ${BUILD_ANEW}`;
    return { ok: false, problem };
  }
  if (!keys.some((key) => fingerprintOf(key) === site.transport)) {
    const problem = `The build in ${directory} has another transport key than this server. Build with the same TRANSPORT_KEY and TRANSPORT_IV, or give the build's to the server as TRANSPORT_KEY_OLD and TRANSPORT_IV_OLD.`;
    return { ok: false, problem };
  }
  return { ok: true, site };
}
