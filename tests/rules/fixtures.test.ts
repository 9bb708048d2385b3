import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');
const IMPORTED = /from '[^']*\.fixture\.ts'/;

test('only tests import fixtures', () => {
  const files = globSync('{src,sw,server,build,scripts}/**/*.{ts,tsx}', { cwd: root });
  const fixtures = files.filter((file) => file.endsWith('.fixture.ts'));
  const shipped = files.filter((file) => !/\.(test|fixture)\.tsx?$/.test(file));
  expect(fixtures.length).toBeGreaterThan(2);
  expect(shipped.length).toBeGreaterThan(600);
  const offenders = shipped.filter((file) => IMPORTED.test(readFileSync(join(root, file), 'utf8')));
  expect(offenders).toEqual([]);
});
