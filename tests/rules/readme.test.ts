import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');

const names = (text: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...text.matchAll(pattern)].map(([, name = '']) => name));

test('the README lists every configuration variable of server and build and no other', () => {
  const parties = ['', 'party'].flatMap((folder) =>
    readdirSync(join(root, 'server', 'adapters', folder))
      .filter((name) => /^(?!.*\.test).*\.ts$/.test(name))
      .map((name) => read('server', 'adapters', folder, name)),
  );
  const code = [read('server', 'config.ts'), ...parties].join('\n');
  const built = readdirSync(join(root, 'build'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => read('build', name))
    .join('\n');
  const known = new Set([
    ...names(built, /\bprocess\.env\.([A-Z][A-Z0-9_]+)/g),
    ...names(code, /\b([A-Z][A-Z0-9_]+): (?:v\.|whole|hex|'needed'|'optional')/g),
    ...names(code, /\benv\.([A-Z][A-Z0-9_]+)/g),
  ]);
  // Not a setting of ours: it only decides which settings are refused.
  known.delete('NODE_ENV');
  const tables = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .join('\n');
  const told = names(tables, /`([A-Z][A-Z0-9_]{3,})`/g);
  told.forEach((name) => {
    expect(known).toContain(name);
  });
  known.forEach((name) => {
    expect(told).toContain(name);
  });
});

test('every command the README and CONTRIBUTING name exists', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const told = names(read('README.md') + read('CONTRIBUTING.md'), /npm run ([a-z0-9:]+)/g);
  expect(told.size).toBeGreaterThan(5);
  for (const name of told) expect(Object.keys(scripts)).toContain(name);
});
