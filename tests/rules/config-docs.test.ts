import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { configText } from '#scripts/config-docs.ts';

const root = resolve(import.meta.dirname, '..', '..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');

const names = (text: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...text.matchAll(pattern)].map(([, name = '']) => name));

test('docs/operating/configuration.md is what npm run docs:config makes of the settings', () => {
  expect(read('docs', 'operating', 'configuration.md')).toBe(configText());
});

test('every variable that server and build read is a setting that is described, and no other is', () => {
  const parties = readdirSync(join(root, 'server', 'adapters', 'party'))
    .filter((name) => /^(?!.*\.test).*\.ts$/.test(name))
    .map((name) => read('server', 'adapters', 'party', name));
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
  const tables = configText()
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .join('\n');
  const told = names(tables, /`([A-Z][A-Z0-9_]{3,})`/g);
  expect([...told].filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => !told.has(name))).toEqual([]);
});
