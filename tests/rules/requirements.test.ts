import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');
const areas =
  'SHELL|AUTH|SESS|PROF|SEC|KYC|NET|WAL|WD|RCV|SWAP|TRD|BUY|AST|TX|ADM|LEGAL|PWA|FMT|BEY';
const ID = new RegExp(`\\b(?:(?:${areas})-\\d{2}|D[1-9]\\d?)\\b`, 'g');

const sources = (): readonly string[] =>
  execFileSync('git', ['ls-files', '-z', '--', 'src', 'server', 'sw', 'tests'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((name) => /\.tsx?$/.test(name));

/** What stands behind `//`, in a comment of several lines or in the title of a test. */
const spoken = (code: string): string =>
  code
    .split('\n')
    .filter((line) => /\/\/|^\s*\/?\*|\b(?:test|describe)\b|^\]\)?.*\('|^\s*'/.test(line))
    .join('\n');

test('every requirement and decision that is named has its line in docs/requirements.md', () => {
  const guide = readFileSync(join(root, 'docs', 'requirements.md'), 'utf8');
  const known = new Set([...guide.matchAll(/^- \*\*([A-Z]+-?\d+)\*\* /gm)].map(([, id]) => id));
  const unknown = new Set<string>();
  for (const name of sources()) {
    const text = spoken(readFileSync(join(root, name), 'utf8'));
    for (const [id] of text.matchAll(ID)) if (!known.has(id)) unknown.add(`${id} in ${name}`);
  }
  expect([...unknown]).toEqual([]);
  expect(known.size).toBeGreaterThan(150);
});
