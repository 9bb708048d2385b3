import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { requirePinnedNode } from '#scripts/lib/pinned-node.mjs';

const root = resolve(import.meta.dirname, '..', '..');

/**
 * The names that the commands may import from Node's modules. They start on the machine's own Node, which may be
 * version 20, before the pinned one is installed. Before you add a name, look it up in the documentation of Node 20.
 */
const IN_NODE_20: Readonly<Record<string, readonly string[]>> = {
  'node:child_process': ['execFileSync', 'spawn', 'spawnSync'],
  'node:crypto': ['createHash'],
  'node:events': ['once'],
  'node:fs': [
    'accessSync',
    'constants',
    'createWriteStream',
    'existsSync',
    'mkdirSync',
    'mkdtempSync',
    'readdirSync',
    'readFileSync',
    'rmSync',
    'statSync',
    'writeFileSync',
  ],
  'node:net': ['createServer'],
  'node:os': ['constants', 'homedir', 'tmpdir'],
  'node:path': ['basename', 'delimiter', 'dirname', 'join', 'relative', 'resolve'],
  'node:readline': ['createInterface'],
  'node:timers/promises': ['setTimeout'],
  'node:url': ['fileURLToPath'],
};

const STATIC_IMPORT = /^import\s+(?:([^'"]*?)\s+from\s+)?'([^']+)';/gm;

/** The imports of a file: each module with the names that are imported from it. */
function importsOf(file: string): readonly { module: string; names: readonly string[] }[] {
  return [...readFileSync(file, 'utf8').matchAll(STATIC_IMPORT)].map(([, names, module]) => ({
    module: module ?? '',
    names: (names ?? '')
      .replace(/[{}]/g, '')
      .split(',')
      .map((name) => name.trim().replace(/ as .*/, ''))
      .filter((name) => name !== ''),
  }));
}

/** The files that a command imports statically, directly or through others: they are loaded before any of it runs. */
function loadedAtOnce(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known;
  known.add(file);
  for (const { module } of importsOf(file)) {
    if (module.startsWith('.')) loadedAtOnce(join(dirname(file), module), known);
  }
  return known;
}

const commands = readdirSync(join(root, 'scripts')).filter((name) => name.endsWith('.mjs'));

test('D56 a test runner started by an older Node throws at once and names the version', () => {
  expect(() => requirePinnedNode('20.19.4')).toThrow(/This is Node 20\.19\.4.*npm run test:unit/);
  expect(() => requirePinnedNode()).not.toThrow();
});

test.each(commands)('%s starts on Node 20 with no package installed', (command) => {
  const wrong = [...loadedAtOnce(join(root, 'scripts', command))].flatMap((file) =>
    importsOf(file)
      .filter(({ module }) => !module.startsWith('.'))
      .flatMap(({ module, names }) =>
        names
          .filter((name) => !IN_NODE_20[module]?.includes(name))
          .map((name) => `${file}: ${name} of ${module}`),
      ),
  );
  expect(wrong).toEqual([]);
});
