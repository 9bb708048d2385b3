import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');

const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** What stands between quotes, or between the tags of a view, and is a sentence: no name of a thing. */
const sentencesIn = (path: string): readonly string[] =>
  [
    ...readFileSync(resolve(root, path), 'utf8')
      .replace(COMMENTS, '')
      .matchAll(/'([^'\n]*)'|"([^"\n]*)"|>([^<>{};=()]*)</g),
  ]
    .map(([, one, two, three]) => (one ?? two ?? three ?? '').replace(/\s+/g, ' ').trim())
    .filter((text) => /^\p{L}{2}.{10}/u.test(text))
    .filter((text) => (/[.!?]$/.test(text) ? / / : /( \S+){3}/).test(text));

/** Each sentence with the files that have it. */
function sentences(globs: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const paths = globSync(globs, { cwd: root })
    .filter((path) => !/\.(test|fixture)\.tsx?$|^server\/store\/migrations\//.test(path))
    .sort();
  for (const path of paths) {
    for (const text of new Set(sentencesIn(path))) {
      found.set(text, [...(found.get(text) ?? []), path]);
    }
  }
  return found;
}

test('a sentence that the page and the server say, or that has a name in core/words, is written once', () => {
  const page = sentences(['src/**/*.{ts,tsx}']);
  const server = sentences(['server/**/*.ts']);
  const twice = [...page].flatMap(([text, files]) => {
    const named = files.some((path) => path.startsWith('src/core/words/'));
    const all = [...files, ...(server.get(text) ?? [])];
    return server.has(text) || (named && all.length > 1) ? [`${text} (${all.join(', ')})`] : [];
  });
  expect(twice).toEqual([]);
});
