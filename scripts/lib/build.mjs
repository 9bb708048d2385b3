import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { bin, root, temporary } from './paths.mjs';
import { run } from './run.mjs';

const sources = [
  'index.html',
  'package-lock.json',
  'package.json',
  'tsconfig.base.json',
  'vite.config.ts',
  'build',
  'legal',
  'public',
  'src',
  'sw',
];
/** The environment variables that the build reads. */
const variables = ['TRANSPORT_KEY', 'TRANSPORT_IV', 'HEADERS_VERSION'];
const marker = join(temporary, 'build.hash');

/** Yields a file itself, or all files below a folder in order of their names, without tests. */
function* files(path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  if (!statSync(full).isDirectory()) {
    if (!/\.test\.tsx?$/.test(path)) yield path;
    return;
  }
  for (const name of readdirSync(full).sort()) yield* files(`${path}/${name}`);
}

/** A hash of everything that a build depends on: its source files and the environment variables that it reads. */
export function contentHash() {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of files(source))
      hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  for (const name of variables) hash.update(`${name}=${process.env[name] ?? ''}\0`);
  return hash.digest('hex');
}

/** Whether a folder has every file of the build that was written into it: some may have been lost since. */
export function isWhole(directory) {
  try {
    const { files } = JSON.parse(readFileSync(join(directory, 'build.json'), 'utf8'));
    return ['index.html', ...files].every((file) => existsSync(join(directory, file)));
  } catch {
    return false;
  }
}

const buildLog = join(temporary, 'build.log');

/**
 * Builds the page and the worker into dist, unless dist is already up to date with the sources.
 * Resolves to the exit code of the build; 0 if there was nothing to do.
 */
export async function build({ log = buildLog, force = false } = {}) {
  const hash = contentHash();
  const fresh =
    isWhole(join(root, 'dist')) && existsSync(marker) && readFileSync(marker, 'utf8') === hash;
  if (fresh && !force) return 0;
  rmSync(marker, { force: true });
  const code = await run(bin('vite'), ['build', '--logLevel', 'error'], { log });
  if (code !== 0 && log === buildLog) process.stderr.write(readFileSync(log));
  if (code === 0) {
    mkdirSync(temporary, { recursive: true });
    writeFileSync(marker, hash);
  }
  return code;
}
