import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { missingOptional } from '#scripts/lib/lockfile.mjs';

const root = resolve(import.meta.dirname, '..', '..');

test('the lockfile names the optional packages of every platform (npm run lockfile adds them)', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  expect(missingOptional(lock)).toEqual([]);
});
