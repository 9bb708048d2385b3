import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  commandsIn,
  guideCommands,
  guidePages,
  isTriedByItsPage,
  languagesIn,
  statementsIn,
} from '#tests/support/operating-guide.ts';
import { root } from '#tests/support/server-process.ts';

const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const pages = guidePages();

test('OPS-13 the guide has a page for every task of an operator', () => {
  const named = ['deploy', 'upgrade', 'roll-back', 'back-up', 'restore', 'rotate-keys'];
  const needed = [...named, 'failover', 'parties', 'stuck-withdrawal', 'missing-money', 'alarms'];
  expect([...pages.keys()]).toEqual(expect.arrayContaining(needed.map((name) => `${name}.md`)));
});

test('OPS-13 tests run every command of the guide, and no command that it does not have', () => {
  const named = new Set([...pages.values()].flatMap(commandsIn));
  const run = guideCommands.map(({ text }) => text);
  const tried = (command: string) => run.includes(command) || isTriedByItsPage(command);
  expect([...named].filter((command) => !tried(command))).toEqual([]);
  expect(run.filter((command) => !named.has(command))).toEqual([]);
  // Fenced blocks are shell or SQL, which tests run, or parts of a configuration.
  const languages = new Set([...pages.values()].flatMap(languagesIn));
  expect([...languages].filter((name) => !['sh', 'sql', 'yaml'].includes(name))).toEqual([]);
  // The commands marked as `step` are steps of the test command.
  expect(read('scripts', 'lib', 'install.mjs')).toContain("run('npm', ['ci'");
  expect(read('scripts', 'test.mjs')).toContain("'build'");
});

test('OPS-13 commands are found in fenced blocks and in sentences, and statements in SQL blocks', () => {
  const page =
    'Run `npm run nothing -- NOW` or:\n\n   ```sh\n   psql --version\n   ```\n\n```sql\nselect 1;\n```\n';
  expect(commandsIn(page)).toEqual(['psql --version', 'npm run nothing -- NOW']);
  expect(statementsIn(page)).toEqual(['select 1;']);
});

test('OPS-13 the page about keys names every key among the settings', () => {
  const tables = read('docs', 'operating', 'configuration.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .join('\n');
  const keys = [...tables.matchAll(/`([A-Z][A-Z_]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) =>
      /(?:KEY|IV|TOKEN|SECRET|XPUB)(?:_OLD)?$|^SMTP_URL$|^DATABASE_URL$/.test(name),
    );
  expect(keys.length).toBeGreaterThan(15);
  const page = pages.get('rotate-keys.md') ?? '';
  expect(keys.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('OPS-13 the page about third parties names each of them, and every link of the guide leads to a page', () => {
  const parties = [
    ...read('docs', 'operating', 'configuration.md').matchAll(/^\| `([a-z]+)` \| /gm),
  ].map(([, name]) => name);
  expect(parties).toHaveLength(10);
  expect(parties.filter((name) => !pages.get('parties.md')?.includes(`| \`${name}\` |`))).toEqual(
    [],
  );
  const links = [...pages.values()].flatMap((page) =>
    [...page.matchAll(/\]\(([a-z-]+\.md)\)/g)].map(([, name = '']) => name),
  );
  expect(links.filter((name) => !pages.has(name))).toEqual([]);
});
