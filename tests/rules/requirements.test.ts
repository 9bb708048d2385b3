import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Ids of the same form that are not ours. */
const FOREIGN = /^(BIP|EIP|UTF)-/;

/** The requirements, decisions and sections that a text names. */
const namedIn = (text: string): readonly string[] => {
  const ids = [...text.matchAll(/\b(?:[A-Z]{2,8}-\d{2}|D\d{1,2})\b/g)].map(([id]) => id);
  const sections = [...text.matchAll(/\b(00\d)((?:(?:, | and )?\s*§\d+)+)/g)].flatMap(
    ([, document, list = '']) =>
      [...list.matchAll(/§\d+/g)].map(([section]) => `${document} ${section}`),
  );
  return [...ids.filter((id) => !FOREIGN.test(id)), ...sections];
};

const list = read('docs/requirements.md');
const ids = [...list.matchAll(/^- \*\*([A-Z]+-\d{2}|D\d{1,2})\*\* \S/gm)].map(([, id]) => id);
const sections = [...list.matchAll(/^\| (\d) \|/gm)].flatMap(([, section]) =>
  ['000', '001'].map((document) => `${document} §${section}`),
);
const known: ReadonlySet<string | undefined> = new Set([...ids, ...sections]);

const unknownIn = (text: string): readonly string[] =>
  namedIn(text).filter((name) => !known.has(name));

test('docs/requirements.md has every requirement, decision and section that the code names', () => {
  const files = globSync('{src,server,sw,tests,build,scripts}/**/*.{ts,tsx,mjs}', { cwd: root })
    .filter((file) => file !== join('tests', 'rules', 'requirements.test.ts'))
    .concat('CONTRIBUTING.md');
  const texts = files.map((file) => ({ file, text: read(file) }));
  expect(new Set(texts.flatMap(({ text }) => namedIn(text))).size).toBeGreaterThan(150);
  const found = texts.flatMap(({ file, text }) =>
    unknownIn(text).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('docs/requirements.md has one line for each id', () => {
  expect(ids.length).toBeGreaterThan(190);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(unknownIn(list)).toEqual([]);
});

test.each([
  // The ids are put together from parts, so that no tool takes them for references.
  [`test('SWAP-${99} an answer is ignored', () => {`, `SWAP-${99}`],
  [`test('SWOP-${'09'} an answer is ignored', () => {`, `SWOP-${'09'}`],
  [`/** Kept for an hour (PWA-03, D${99}). */`, `D${99}`],
  ['// The table of 001 §4 and §12.', '001 §12'],
])('a reference to something that is not there is found: %s', (text, name) => {
  expect(unknownIn(text)).toEqual([name]);
});
