import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { developmentKey } from '#core/envelope/development-key.ts';
import { transportKey } from '#core/envelope/envelope.ts';
import { fingerprintOf } from '#core/envelope/fingerprint.ts';
import packageFile from '../package.json' with { type: 'json' };
import { documentFiles } from './documents.ts';

/**
 * The revision of each file whose name contains no content hash, by file name. The service worker puts it into the
 * address that it requests, so that it never takes an older version of the file.
 */
export type Revisions = Map<string, string>;

const PLACE = '<meta name="build" content="">';
const RECORD = 'build.json';

/** The identity of a build: a hash of the names of its hashed files, of its documents and of HEADERS_VERSION. */
function identityOf(names: readonly string[], documents: readonly string[]): string {
  const { HEADERS_VERSION = '' } = process.env;
  const parts = [HEADERS_VERSION, ...[...names].sort(), ...documents];
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 10);
}

/** The files of a built site without their compressed copies, which a complete site may lack. */
const filesIn = (outDir: string): readonly string[] =>
  readdirSync(outDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz|map)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(outDir.length + 1))
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name !== RECORD)
    .sort();

/**
 * Writes build.json last: version, identity, the transport key's fingerprint, every file and the revisions. A server
 * refuses to serve a site that has no build.json or lacks a file listed in it (OPS-06, OPS-16).
 */
export function buildRecord(revisions: Revisions): Plugin {
  const { TRANSPORT_KEY, TRANSPORT_IV } = process.env;
  const key = transportKey(TRANSPORT_KEY || developmentKey.key, TRANSPORT_IV || developmentKey.iv);
  let outDir = '';
  let build = '';
  return {
    name: 'kopa-build-record',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle) return html;
        if (!html.includes(PLACE)) throw new Error('index.html has no place for the build');
        const documents = await documentFiles();
        build = identityOf(
          Object.keys(bundle),
          documents.map(({ source }) => source),
        );
        return html.replace(PLACE, PLACE.replace('""', `"${packageFile.version} ${build}"`));
      },
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      handler() {
        const { version } = packageFile;
        const record = {
          version,
          build,
          transport: fingerprintOf(key),
          files: filesIn(outDir),
          revisions: Object.fromEntries(revisions),
        };
        writeFileSync(join(outDir, RECORD), `${JSON.stringify(record)}\n`);
      },
    },
  };
}
