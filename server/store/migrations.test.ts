import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrations } from './migrations.ts';

const names = migrations.map(({ name }) => name);

test('every file in the folder is run, once', () => {
  const files = readdirSync(join(import.meta.dirname, 'migrations'));
  expect(files.map((file) => file.replace(/\.ts$/, '')).sort()).toEqual([...names].sort());
});

test('a new migration goes to the end and has the highest number', () => {
  // Some earlier migrations are not in the order of their numbers, and databases have run them so.
  const ordered = names.indexOf('0057-address-origin');
  for (let at = ordered; at < names.length; at++) {
    const sorted = names.slice(0, at + 1).sort();
    expect(names[at]).toBe(sorted.at(-1));
  }
});
