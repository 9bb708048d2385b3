import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headersHash, precacheList } from './precache.ts';

const entry = (url: string, revision: string | null) => ({ url, revision, size: 1 });
const entries = [
  entry('index.html', 'a'),
  entry('au/terms-and-conditions/index.html', 'b'),
  entry('coins.svg', 'c'),
  entry('assets/index-AbCdEfG.js', null),
];
const list = (headers: string) => precacheList(entries, headers, (file) => `sha256-${file}`);

test('PWA-02 pages are precached under the addresses that customers open', () => {
  expect(list('h').map(({ url }) => url)).toEqual([
    '/',
    '/au/terms-and-conditions',
    '/coins.svg',
    '/assets/index-AbCdEfG.js',
  ]);
});

test('HARD-01 every file carries the digest of its content', () => {
  expect(list('h').map(({ integrity }) => integrity)).toEqual([
    'sha256-index.html',
    'sha256-au/terms-and-conditions/index.html',
    'sha256-coins.svg',
    'sha256-assets/index-AbCdEfG.js',
  ]);
});

test('PWA-02 a change of only the headers gives every page a new revision and no other file', () => {
  const before = list('old headers');
  const after = list('new headers');
  const changed = before.map(({ revision }, at) => revision !== after[at]?.revision);
  expect(changed).toEqual([true, true, false, false]);
});

test('PWA-02 the headers hash changes with the script hashes and the operator\u2019s version', () => {
  const outDir = mkdtempSync(join(tmpdir(), 'kopa-headers-'));
  const hashWith = (csp: string, version: string) => {
    writeFileSync(join(outDir, 'csp.json'), csp);
    return headersHash(outDir, version);
  };
  const hashes = [hashWith('{}', ''), hashWith('{}', '2'), hashWith('{"scriptHashes":[]}', '')];
  rmSync(outDir, { recursive: true });
  expect(new Set(hashes).size).toBe(3);
});
