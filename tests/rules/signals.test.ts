import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');
const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(resolve(root, path), 'utf8') }));
const pages = files.filter(({ path }) => path.endsWith('.tsx'));

const signals = files.flatMap(({ text }) =>
  [...text.matchAll(/\bconst (\w+) = (?:signal|computed)\b/g)].flatMap(([, name]) => name ?? []),
);

/** The names that a text imports, without types. */
const importedInto = (text: string): readonly string[] =>
  [...text.matchAll(/^import \{([^}]*)\} from/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace(/ as \w+$/, '')),
  );

test('components read signals only through hooks, which subscribe them', () => {
  expect(signals).toContain('online');
  const imported = pages.flatMap(({ path, text }) =>
    importedInto(text)
      .filter((name) => signals.includes(name))
      .map((name) => `${path} imports ${name}`),
  );
  expect(imported).toEqual([]);
  const reading = new RegExp(`\\b(?:${signals.join('|')})\\.(?:value|peek|subscribe)\\b`);
  expect(pages.filter(({ text }) => reading.test(text)).map(({ path }) => path)).toEqual([]);
});

test('no component calls useSignals', () => {
  const byHand = files.filter(({ text }) => /\buseSignals\b/.test(text));
  expect(byHand.map(({ path }) => path)).toEqual([]);
});
