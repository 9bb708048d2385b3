import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');

const configuration = async (file: string): Promise<unknown> =>
  (await import(join(root, file))).default;

const projects = v.object({
  test: v.object({ projects: v.pipe(v.array(v.unknown()), v.minLength(4)) }),
});

const unhurried = v.object({
  test: v.object({
    sequence: v.object({ shuffle: v.object({ tests: v.literal(true) }) }),
    testTimeout: v.pipe(v.number(), v.minValue(120_000)),
  }),
});

test('HARD-40 every project of unit and contract tests runs in shuffled order, with a limit for a busy machine', async () => {
  const { test: all } = v.parse(projects, await configuration('vitest.config.ts'));
  for (const project of all.projects) expect(v.is(unhurried, project)).toBe(true);
});

const patience = v.object({
  retries: v.literal(0),
  timeout: v.pipe(v.number(), v.minValue(120_000)),
  expect: v.object({ timeout: v.pipe(v.number(), v.minValue(30_000)) }),
});

test('HARD-40 no journey is retried, and its limits are long enough for a busy machine', async () => {
  for (const file of ['playwright.config.ts', 'playwright.long.config.ts']) {
    expect(v.is(patience, await configuration(file)), file).toBe(true);
  }
});

/**
 * A sleep guesses how fast the machine is, a retry hides a failure, and `only` keeps the other tests from running.
 * `vi.waitFor` and `vi.waitUntil` give up after one second: `eventually` is used instead.
 */
const guesses =
  /\.waitForTimeout\(|\b(?:test|it|describe)\.(?:only|retry)\b|retries: [1-9]|\bvi\.wait(?:For|Until)\(/;

test('HARD-40 no test sleeps, gives up after a second, is retried or is marked with only', () => {
  const files = globSync('{tests,src,server,sw,build,legal}/**/*.{test,e2e}.{ts,tsx}', {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  }).filter((file) => !file.endsWith(join('rules', 'chance.test.ts')));
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => guesses.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

/**
 * A press has its effect a moment later, so a journey that leaves the page or cuts the network at once may be too
 * early.
 */
const hurries = /\.click\(\);\n\s*await (?:\w+\.go(?:Back|Forward)|\w+\.reload|network\.cut)\(/;

test('HARD-40 no journey goes back, reloads or cuts the network directly after a press, before its effect', () => {
  const files = globSync('tests/{e2e,offline,engines,long}/**/*.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(80);
  expect(files.filter((file) => hurries.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
