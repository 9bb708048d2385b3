import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const api = resolve(import.meta.dirname, '..', '..', 'server', 'api');

const WRITES = /\.(insertInto|updateTable|deleteFrom|mergeInto|replaceInto|transaction)\(/;

const READS = /\.selectFrom\(/;

test('no handler writes to the database, because that is the task of a service', () => {
  const files = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  expect(files.length).toBeGreaterThan(20);
  const writing = files.filter((name) => WRITES.test(readFileSync(join(api, name), 'utf8')));
  expect(writing).toEqual([]);
});

test('no handler but the sandbox’s reads tables itself', () => {
  const files = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.startsWith('sandbox'),
  );
  expect(files.filter((name) => READS.test(readFileSync(join(api, name), 'utf8')))).toEqual([]);
});
