import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { mutants } from '#scripts/mutants/by-hand.ts';

const root = resolve(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('HARD-99 each mutant by hand changes one place of its file, and its test is there', () => {
  const wrong = mutants.filter(
    ({ file, from, to, test: of, title }) =>
      read(file).split(from).length !== 2 || from === to || !read(of).includes(title),
  );
  expect(wrong).toEqual([]);
});

test('HARD-99 each file whose mutants Stryker makes is there, once, and has nine of ten to notice', () => {
  const { mutate, thresholds } = JSON.parse(read('stryker.config.json'));
  expect(mutate.filter((path: string) => !existsSync(join(root, path)))).toEqual([]);
  expect(new Set(mutate).size).toBe(mutate.length);
  expect(thresholds.break).toBe(90);
});
