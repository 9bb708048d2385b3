import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');

/** The pages that are read before the first line of code, with the most words that they may have. */
const pages = { 'README.md': 500, 'ARCHITECTURE.md': 1_200, 'CONTRIBUTING.md': 900 } as const;

test('what is read first is short', () => {
  for (const [page, most] of Object.entries(pages)) {
    expect(read(page).split(/\s+/).filter(Boolean).length, page).toBeLessThanOrEqual(most);
  }
});

const linked = [
  ...Object.keys(pages),
  'SECURITY.md',
  'docs/testing.md',
  'docs/design.md',
  'docs/speed.md',
  'docs/threats.md',
  'docs/deploying.md',
  'docs/scaling.md',
  'docs/offer.md',
];

test.each(linked)('every page that %s leads to, and every file that it names, is there', (page) => {
  const text = read(page);
  const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, to = '']) =>
    join(dirname(page), to),
  );
  const named = [
    ...text.matchAll(/`((?:src|server|tests|scripts|build|docs|legal|sw)\/[\w./-]+)`/g),
  ].map(([, path = '']) => path);
  expect([...links, ...named].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every command that README, CONTRIBUTING and the pages about tests and speed name exists', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const text = [
    read('README.md'),
    read('CONTRIBUTING.md'),
    read('docs', 'testing.md'),
    read('docs', 'speed.md'),
  ].join('\n');
  const told = new Set([...text.matchAll(/npm run ([a-z0-9:]+)/g)].map(([, name = '']) => name));
  expect(told.size).toBeGreaterThan(5);
  expect([...told].filter((name) => !(name in scripts))).toEqual([]);
});
