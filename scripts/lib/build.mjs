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
/** What the build takes from the environment. */
const variables = ['TRANSPORT_KEY', 'TRANSPORT_IV', 'HEADERS_VERSION'];
const marker = join(temporary, 'build.hash');

/** A file itself, or every file below a folder but the tests, in an order of their names. */
function* files(path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  if (!statSync(full).isDirectory()) {
    if (!/\.test\.tsx?$/.test(path)) yield path;
    return;
  }
  for (const name of readdirSync(full).sort()) yield* files(`${path}/${name}`);
}

function contentHash() {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of files(source))
      hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  for (const name of variables) hash.update(`${name}=${process.env[name] ?? ''}\0`);
  return hash.digest('hex');
}

const buildLog = join(temporary, 'build.log');

/**
 * Builds the page and the worker into dist, unless dist already is the build of these sources.
 * Resolves to the exit code of the build, 0 where nothing was to be done.
 */
export async function build({ log = buildLog, force = false } = {}) {
  const hash = contentHash();
  const fresh =
    existsSync(join(root, 'dist', 'index.html')) &&
    existsSync(marker) &&
    readFileSync(marker, 'utf8') === hash;
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
