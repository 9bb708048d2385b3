import { globSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';
import { plants } from '#tests/simulation/plants.ts';

const root = resolve(import.meta.dirname, '..', '..');
const sources = globSync(['src/**/*.{ts,tsx}', 'server/**/*.ts'], { cwd: root })
  .map((file) => file.replaceAll(sep, '/'))
  .filter((file) => !/\.test\.tsx?$/.test(file));

/** How often each piece that a plant replaces stands in the code, file by file. */
const patches = Object.entries(plants).flatMap(([name, { server = [], page = [] }]) =>
  [...server, ...page].map((patch) => ({ name, ...patch })),
);

test.each(patches)(
  'HARD-81 what the planted fault $name changes is in the code, once: $file $from',
  ({ file, from, to }) => {
    const found = sources.filter((source) => `/${source}`.endsWith(`/${file}`));
    expect(found, 'the file of that name').toHaveLength(1);
    const text = readFileSync(join(root, String(found[0])), 'utf8');
    expect(text.split(from).length - 1).toBe(1);
    expect(to).not.toBe(from);
  },
);
