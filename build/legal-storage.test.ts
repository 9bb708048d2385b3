import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

const KEYS = /\bconst (?:\w*KEY|COOKIE|DATABASE) = '([^']+)'/g;
const PLACES = /'(user[A-Z]\w+)'/g;
const KEEPS = /platform\/storage\.ts'|'\.\/storage\.ts'|document\.cookie|idb-keyval|indexedDB/;

/** Every name under which the page or its worker stores something on a device. */
async function namesInSource(): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const room of ['src', 'sw']) {
    for (const file of await readdir(join(root, room), { recursive: true })) {
      if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
      const text = await readFile(join(root, room, file), 'utf8');
      // Names used by several files have files of their own, which match no other sign of storage.
      if (!KEEPS.test(text) && !file.endsWith('-key.ts')) continue;
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
