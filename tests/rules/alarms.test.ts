import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');

/** The places where code names an event for operators: a log line, a loop, a watch, the work on a row. */
const EVENTS = [
  /\b(?:log|output)\.(?:error|warn)\(\s*'([^']+)'/g,
  /\bfailed: '([^']+ [^']+)'/g,
  /\btell\('([^']+)'/g,
  /\bwatch\(\w+, '([^']+)'/g,
  /\bdoEach\([^']{1,60}'([^']+)'/g,
];

const eventsIn = (text: string): readonly string[] =>
  EVENTS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, event = '']) => event));

test('OPS-16 OPS-08 the guide explains every log event that raises an alarm, and what to do about it', () => {
  const guide = readFileSync(join(root, 'docs', 'operating', 'alarms.md'), 'utf8');
  const files = globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] });
  const events = new Set(files.flatMap((file) => eventsIn(readFileSync(join(root, file), 'utf8'))));
  expect(events.size).toBeGreaterThan(30);
  expect([...events].filter((event) => !guide.includes(`\`${event}\``))).toEqual([]);
  // The guide names no event that the code no longer has.
  const named = [...guide.matchAll(/`([a-z][^`…]*)`(?=[,` ]*(?:`[^`]+`[, ]*)*\|)/g)]
    .map(([, event = '']) => event)
    .filter((event) => event.includes(' '));
  expect(named.filter((event) => !events.has(event))).toEqual([]);
});

test('OPS-16 an event that the guide does not name is found', () => {
  expect(eventsIn("log.error('something new', {})")).toEqual(['something new']);
  expect(eventsIn("const x = { failed: 'round failed', round }")).toEqual(['round failed']);
});
