import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { analyse } from 'scslre';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');
const files = globSync(['src/**/*.{ts,tsx}', 'server/**/*.ts', 'sw/**/*.ts'], { cwd: root }).filter(
  (path) => !/\.(test|fixture)\.tsx?$/.test(path),
);

interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** The regular expressions written in a part of a syntax tree. */
function patternsIn(node: unknown): readonly Pattern[] {
  if (Array.isArray(node)) return node.flatMap(patternsIn);
  if (typeof node !== 'object' || node === null) return [];
  if ('regex' in node) {
    const { pattern, flags } = node.regex as { readonly pattern: string; readonly flags: string };
    return [{ source: pattern, flags }];
  }
  return Object.values(node).flatMap(patternsIn);
}

const isSlow = (pattern: Pattern): boolean => analyse(pattern).reports.length > 0;

test('READ-06 every regular expression reads any text in linear time', () => {
  const slow = files.flatMap((path) =>
    patternsIn(parseSync(path, readFileSync(resolve(root, path), 'utf8')).program)
      .filter(isSlow)
      .map(({ source, flags }) => `${path} /${source}/${flags}`),
  );
  expect(slow).toEqual([]);
});

test('READ-06 the rule finds what takes the square of a text, or worse', () => {
  const tries = [/0+$/, /^[\d.,]*?\s*[\d\s]*$/, /^(a+)+$/, /:.*$/, /^\d+(\.\d*)?$/];
  expect(tries.map(isSlow)).toEqual([true, true, true, true, false]);
});
