import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The names of functions that declare tests: `test`, `describe`, and extensions such as `isolatedTest`. */
const TESTS = /^(?:test|describe|[a-z]\w*Test|with[A-Z]\w*)$/;

/**
 * The ids in the titles of a file's tests and groups of tests. A skipped test or a `todo` proves nothing, and neither
 * does an id in a comment or in an expectation.
 */
const provenIn = (source: string): readonly string[] => {
  const titles = source.matchAll(
    /^\s*([\w.]+)(?:\((?:[^()`'"]|\([^()]*\)|'[^'\n]*'|"[^"\n]*"|`[^`]*`)*\))?\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`),/gm,
  );
  return [...titles].flatMap(([, called = '', single, double, template]) => {
    const [name = '', ...modifiers] = called.split('.');
    if (!TESTS.test(name)) return [];
    if (modifiers.some((one) => /^(?:skip|todo|fixme|fails|skipIf|runIf)$/.test(one))) return [];
    return (single ?? double ?? template ?? '').match(/\b[A-Z]{2,8}-\d{2}\b/g) ?? [];
  });
};

/** The test files that `npm run test:whole` runs. Those in `tests/long` are not among them: they may take hours. */
const files = [
  ...globSync('{src,sw,server,build,legal}/**/*.test.{ts,tsx}', { cwd: root }),
  ...globSync('tests/{contract,view,processes,postgres,rules}/**/*.test.ts', { cwd: root }),
  ...globSync('tests/{e2e,offline,engines}/**/*.e2e.ts', { cwd: root }),
].filter((file) => file !== join('tests', 'rules', 'requirement-proofs.test.ts'));

const proven = new Set(files.flatMap((file) => provenIn(read(file))));
const ids = [...read('docs/requirements.md').matchAll(/^- \*\*([A-Z]+-\d{2})\*\*/gm)].map(
  ([, id = '']) => id,
);

test('every requirement of docs/requirements.md is named by the title of a test that npm run test:whole runs', () => {
  expect(ids.length).toBeGreaterThan(200);
  expect(files.length).toBeGreaterThan(200);
  expect(ids.filter((id) => !proven.has(id))).toEqual([]);
});

test.each([
  ["test('SWAP-09 an answer is ignored', () => {});", ['SWAP-09']],
  ["isolatedTest('SWAP-09 BEY-01 both', () => {});", ['SWAP-09', 'BEY-01']],
  ["test.each([['a(b', 1]])('SWAP-09 %s', () => {});", ['SWAP-09']],
  ['test.each([\n  [1],\n])(`SWAP-09 of many`, () => {});', ['SWAP-09']],
  ["describe('SWAP-09 a group', () => {});", ['SWAP-09']],
  ["test.skip('SWAP-09 some day', () => {});", []],
  ["test.todo('SWAP-09 some day', undefined);", []],
  ["// test('SWAP-09 was here', () => {});", []],
  ["expect(title).toBe('SWAP-09');", []],
])('the ids are read from the titles in %j', (source, found) => {
  expect(provenIn(source)).toEqual(found);
});
