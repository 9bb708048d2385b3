import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keptInVisit, keptOnDevice } from '#platform/kept/kept-names.ts';

const root = join(import.meta.dirname, '..');

const KEYS = /\bconst (?:\w*KEY|COOKIE|DATABASE) = '([^']+)'/g;
const PLACES = /'(user[A-Z]\w+)'/g;
const KEEPS = /\/storage\.ts'|document\.cookie|idb-keyval|indexedDB/;

/** Every name under which the page or its worker stores something on a device. */
async function namesInSource(): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const room of ['src', 'sw']) {
    for (const file of await readdir(join(root, room), { recursive: true })) {
      if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
      const text = await readFile(join(root, room, file), 'utf8');
      if (!KEEPS.test(text) && !file.endsWith('kept-names.ts')) continue;
      for (const pattern of [KEYS, PLACES]) {
        for (const [, name = ''] of text.matchAll(pattern)) names.add(name);
      }
    }
  }
  return names;
}

test('LEGAL-01 the cookie policy names everything that the source code stores on a device', async () => {
  const policy = await readFile(join(root, 'legal/cookie-policy.md'), 'utf8');
  const names = await namesInSource();
  for (const known of ['XSRF-TOKEN', 'auth-storage', 'forexRates', 'userCountry', 'kopa-device']) {
    expect(names).toContain(known);
  }
  expect([...names].filter((name) => !policy.includes(`\`${name}\``))).toEqual([]);
});

/** The names in the table of a section, each with its last column: what signing out does to it. */
function tableIn(policy: string, title: string): ReadonlyMap<string, string> {
  const [, section = ''] = policy.split(`\n## ${title}\n`);
  const [lines = ''] = section.split('\n## ');
  const found = new Map<string, string>();
  for (const line of lines.split('\n').filter((one) => one.startsWith('| `'))) {
    const cells = line.split('|').map((cell) => cell.trim());
    const [, names = ''] = cells;
    for (const [, name = ''] of names.matchAll(/`([^`]+)`/g)) found.set(name, cells.at(-2) ?? '');
  }
  return found;
}

test.each([
  ['Cookies', ['XSRF-TOKEN']],
  ['Local storage', keptOnDevice],
  ['Session storage', keptInVisit],
  ['The database on your device', ['forex']],
] as const)(
  'HARD-30 “%s” in the cookie policy says of each name whether signing out leaves it, as the code does',
  async (title, kept) => {
    const policy = await readFile(join(root, 'legal/cookie-policy.md'), 'utf8');
    const table = tableIn(policy, title);
    const left = [...table].filter(([, fate]) => fate !== 'removed').map(([name]) => name);
    expect(left.sort()).toEqual([...kept].sort());
    for (const fate of table.values()) expect(fate).toMatch(/^(removed|emptied|stays(, .+)?)$/);
  },
);
