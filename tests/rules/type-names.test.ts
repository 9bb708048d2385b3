import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');

/** Each of these was the name of four to eleven unlike things. */
const bare =
  /^(?:export )?(?:interface|type) (Asked|Found|Kept|Known|Place|Shown|Stored|Taken|Told)\b/gm;

test('a type is named by what it is, not by what was done with it', () => {
  const named = globSync(['src/**/*.{ts,tsx}', 'server/**/*.ts'], { cwd: root })
    .filter((path) => !/\.(test|fixture)\.tsx?$/.test(path))
    .flatMap((path) =>
      [...readFileSync(resolve(root, path), 'utf8').matchAll(bare)].map(
        ([, name]) => `${path}: ${name}`,
      ),
    );
  expect(named).toEqual([]);
});
