import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { missingOptional } from '#scripts/lib/lockfile.mjs';

const root = resolve(import.meta.dirname, '..', '..');

test('the lockfile names the packages of every platform: else run npm run lockfile', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  expect(missingOptional(lock)).toEqual([]);
});
