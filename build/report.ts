import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Prints the size of a built site, compressed with brotli: `node build/report.ts [folder]`. */
const assets = join(resolve(process.argv[2] ?? 'dist'), 'assets');
const names = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));

/** A file has no compressed copy if it is too small to be worth compressing. */
function bytesOf(name: string): number {
  const packed = statSync(join(assets, `${name}.br`), { throwIfNoEntry: false });
  return (packed ?? statSync(join(assets, name))).size;
}

/** A script and all the files that it statically imports, directly or indirectly. */
function closure(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const code = readFileSync(join(assets, name), 'utf8');
  for (const [, file] of code.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) {
    if (file) closure(file, found);
  }
  return found;
}

/**
 * The total size of the named parts and of all files that they import, each counted once. A part's name is its file's
 * without the hash.
 */
function weightOf(parts: readonly string[]): number {
  const files = new Set<string>();
  for (const part of parts) {
    const name = names.find((one) => one.startsWith(`${part}-`) && one.endsWith('.js'));
    if (!name) throw new Error(`the build has no part named ${part}`);
    closure(name, files);
  }
  return [...files].reduce((sum, name) => sum + bytesOf(name), 0);
}

const line = (bytes: number, name: string): string => `${String(bytes).padStart(8)}  ${name}`;
const bySize = names.map((name) => [bytesOf(name), name] as const).sort(([a], [b]) => b - a);
const shell = ['index', 'workbox-window.prod.es5'];
const report = [
  ...bySize.map(([bytes, name]) => line(bytes, name)),
  '',
  line(weightOf([...shell, 'auth-page', 'visitor-country']), 'script of /, signed out'),
  line(weightOf([...shell, 'signed-in', 'later-on']), 'script of the wallet, signed in'),
];
process.stdout.write(`${report.join('\n')}\n`);
