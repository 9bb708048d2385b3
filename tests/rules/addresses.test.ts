import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');

/** The names are put together from parts, so that this file does not match itself. */
const registries = [
  ['registry', 'npmjs', 'org'],
  ['registry', 'yarnpkg', 'com'],
  ['npm', 'pkg', 'github', 'com'],
  ['registry', 'npmmirror', 'com'],
].map((parts) => parts.join('.'));

const tracked = (): readonly string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter(
      (name) => name && !/\.(png|ico|webp|woff2)$/.test(name) && existsSync(join(root, name)),
    );

test('no file names a package registry, because the machine’s own setting decides which one is used', () => {
  const naming = tracked().filter((name) => {
    const text = readFileSync(join(root, name), 'utf8');
    return registries.some((host) => text.includes(host)) || /^\s*registry\s*=/m.test(text);
  });
  expect(naming).toEqual([]);
});
