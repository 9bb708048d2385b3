import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const src = join(root, 'src');

/** The functions that format an amount, a price or a percentage for a page. */
const WRITERS =
  'formatFiat|formatCrypto|formatKept|formatPrice|formatDecimal|fiatText|limitsText|limitText|minimumText|percentOf|gainText|worthText|worthBeside|thresholdText|neededOnlyText';
const writes = () => new RegExp(`\\b(?:${WRITERS})\\(`, 'g');
const declares = () => new RegExp(`\\bfunction (?:${WRITERS})\\(`, 'g');

/** The ways in which the numbers of a file can be explained, as docs/numbers.md defines them. */
const WAYS = ['dialog', 'elsewhere', 'record', 'rule', 'market', 'file'] as const;

interface Listed {
  readonly places: number;
  readonly ways: readonly string[];
}

const isShown = (path: string): boolean =>
  /\.tsx?$/.test(path) &&
  !/\.(?:test|fixture)\.tsx?$/.test(path) &&
  !/^(?:core|gallery|features\/(?:admin|desk))\//.test(path) &&
  !/\/explain-[\w-]+\.ts$/.test(path);

const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(src, join(entry.parentPath, entry.name)))
  .filter(isShown);

const textOf = (path: string): string => readFileSync(join(src, path), 'utf8');

/** The number of calls of these functions in a text, without their declarations. */
const placesIn = (text: string): number =>
  [...text.matchAll(writes())].length - [...text.matchAll(declares())].length;

const listed = new Map(
  [
    ...readFileSync(join(root, 'docs', 'numbers.md'), 'utf8').matchAll(
      /^\| `([^`]+)` \| (\d+) \| ([^|]+) \| ([^|]+) \|$/gm,
    ),
  ].map(([, file = '', places = '', ways = '', what = '']): [string, Listed] => {
    expect(what.trim(), file).not.toBe('');
    return [file, { places: Number(places), ways: ways.split(',').map((way) => way.trim()) }];
  }),
);

test('EASE-14 docs/numbers.md lists every place that shows an amount, with how the amount is explained', () => {
  const found = Object.fromEntries(
    files.flatMap((path): [string, number][] => {
      const places = placesIn(textOf(path));
      return places > 0 ? [[path, places]] : [];
    }),
  );
  expect(Object.fromEntries([...listed].map(([file, { places }]) => [file, places]))).toEqual(
    found,
  );
});

test('EASE-14 every file that docs/numbers.md marks with a dialog opens one, and every way is a defined one', () => {
  for (const [file, { ways }] of listed) {
    for (const way of ways) expect(WAYS, `${file}: ${way}`).toContain(way);
    if (ways.includes('dialog')) expect(textOf(file), file).toMatch(/<(?:Explained|OneNumber)\b/);
  }
});

test('EASE-14 the pencil computes every derivation again, and a page opens it', () => {
  const folder = join(src, 'core', 'derivation');
  const made = readdirSync(folder)
    .filter((name) => !name.includes('.test.') && !name.includes('.fixture.'))
    .flatMap((name) =>
      [
        ...readFileSync(join(folder, name), 'utf8').matchAll(
          /export (?:function|const) (\w+Derivation)\b/g,
        ),
      ].map(([, found = '']) => found),
    );
  const tests = readFileSync(join(folder, 'derivation.test.ts'), 'utf8');
  const opened = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\/explain-[\w-]+\.ts$/.test(path))
    .map(textOf)
    .join('\n');
  expect(made.length).toBeGreaterThan(15);
  for (const name of made) {
    expect(tests, `${name} is not computed again`).toMatch(new RegExp(`\\b${name}\\(`));
    expect(opened, `${name} is opened by no page`).toMatch(new RegExp(`\\b${name}\\b`));
  }
});

test('EASE-14 the pencil imports no code, so that it shares none with the derivations', () => {
  expect(textOf('core/derivation/pencil.fixture.ts')).not.toMatch(/^import /m);
});
