import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Entry {
  readonly matchingUrlPattern: string;
  readonly assertions: Readonly<Record<string, readonly [string, { readonly minScore: number }]>>;
}

test('PWA-07 Lighthouse CI audits the start, a legal page and the wallet, with these thresholds', () => {
  const { ci } = JSON.parse(read('lighthouserc.json'));
  expect(ci.collect.url.map((url: string) => new URL(url).pathname)).toEqual([
    '/',
    '/privacy-policy',
    '/wallet',
  ]);
  const scores = (path: string) => {
    const entry = ci.assert.assertMatrix.find(({ matchingUrlPattern }: Entry) =>
      new RegExp(matchingUrlPattern).test(`http://localhost:1234${path}`),
    ) as Entry;
    return Object.fromEntries(
      Object.entries(entry.assertions).map(([name, [level, { minScore }]]) => [
        name.replace('categories:', ''),
        level === 'error' ? minScore : undefined,
      ]),
    );
  };
  const open = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 };
  expect(scores('/')).toEqual(open);
  expect(scores('/privacy-policy')).toEqual(open);
  const { seo: _private, ...signedIn } = open;
  expect(scores('/wallet')).toEqual(signedIn);
});

test('PWA-07 the test command runs it', () => {
  expect(read('scripts/test.mjs')).toContain("['scripts/lighthouse.ts']");
  expect(read('scripts/lighthouse.ts')).toMatch(/lhci\('collect'[\s\S]*lhci\('assert'\)/);
});
