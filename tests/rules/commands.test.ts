import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '#scripts/lib/commands.mjs';

const root = resolve(import.meta.dirname, '..', '..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');

/** The commands of this project that a text names. Commands of npm itself, such as `npm ci`, are left out. */
const namedIn = (text: string): ReadonlySet<string> =>
  new Set([
    ...[...text.matchAll(/npm (?:start|test|run [a-z0-9:]+)/g)].map(([name]) => name),
    ...[...text.matchAll(/node (?:--\S+ )*((?:build|scripts|server)\/[\w./-]+)/g)].map(
      ([, file]) => `node ${file}`,
    ),
  ]);

/** The commands that the steps of the test command run. */
function stepsIn(script: string): ReadonlySet<string> {
  const names = [...script.matchAll(/run\('npm', \['run', '([a-z0-9:]+)'/g)];
  return new Set(names.map(([, name]) => `npm run ${name}`));
}

const steps = stepsIn(read('scripts', 'test.mjs'));

const runs = (name: string): boolean =>
  // The test command itself, and the server, which the browser tests start with this command.
  name === 'npm test' ||
  name === 'npm run test:whole' ||
  (name === 'node server/main.ts' &&
    read('tests', 'support', 'server-process.ts').includes('spawn(node, serverArguments,')) ||
  steps.has(name) ||
  commands.some((command) => command.name === name);

/** The pages for whoever works on this. */
const pages = [['README.md'], ['CONTRIBUTING.md'], ['docs', 'testing.md'], ['docs', 'speed.md']];

test('HARD-19 the whole test command runs every command that the pages for engineers name', () => {
  const named = namedIn(pages.map((page) => read(...page)).join('\n'));
  expect(named.size).toBeGreaterThan(20);
  expect([...named].filter((name) => !runs(name))).toEqual([]);
});

test('HARD-19 the whole test command runs no command that does not exist', () => {
  const { scripts } = JSON.parse(read('package.json'));
  for (const name of [...steps, ...commands.map((command) => command.name)]) {
    const [program, word = '', script = word] = name.split(' ');
    if (program === 'node') expect(read(word)).not.toBe('');
    else expect(Object.keys(scripts), name).toContain(script);
  }
});

test('HARD-19 a command that nothing runs is found', () => {
  const text = 'Run `npm run bench:nothing` or `node scripts/nothing.ts`, after npm ci.';
  expect([...namedIn(text)].filter((name) => !runs(name))).toEqual([
    'npm run bench:nothing',
    'node scripts/nothing.ts',
  ]);
});
