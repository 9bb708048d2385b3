import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fingerprintOf } from '#core/envelope/fingerprint.ts';
import { transport } from './api-client.ts';

/**
 * Writes a site as a build does. It has one script with this text, whose name contains `build` as its hash, and files
 * without a hash in their names.
 */
export async function writeSite(folder: string, build: string, script = build): Promise<string> {
  const part = `assets/app-${build}.js`;
  const files = {
    [part]: script,
    'csp.json': JSON.stringify({ scriptHashes: [`'sha256-${build}='`], styleHashes: [] }),
    'index.html': `<!doctype html><title>x</title><meta name="app" content="/${part}">`,
    'coins.svg': `<svg xmlns="http://www.w3.org/2000/svg"><title>${build}</title></svg>`,
    'sw.js': '',
  };
  const record = {
    version: '0.0.0',
    build,
    transport: fingerprintOf(transport),
    files: Object.keys(files),
    revisions: { 'index.html': `page-${build}`, 'coins.svg': `coins-${build}` },
  };
  for (const [name, text] of Object.entries({ ...files, 'build.json': JSON.stringify(record) })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

let made: Promise<string> | undefined;

/** The smallest site that a server accepts, for tests that open no page. It is written once per process. */
export const smallSite = (): Promise<string> => {
  made ??= mkdtemp(join(tmpdir(), 'kopa-small-site-')).then((folder) => writeSite(folder, 'small'));
  return made;
};
