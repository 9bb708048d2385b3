import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isWhole } from '#scripts/lib/build.mjs';
import { serverArguments } from '#scripts/lib/server-arguments.mjs';
import { openEmbedded } from '#server/store/open.ts';
import { root } from '#tests/support/server-process.ts';
import { smallSite, writeSite } from '#tests/support/small-site.ts';

/** What `npm start` ends with for somebody who has just cloned, or come back: one sentence, and 1. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kopa-newcomer-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function start(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [...serverArguments], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', SEED: 'none', ...env },
  });
  const written: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => written.push(text));
  }
  const code = await new Promise<number | null>((ended) => child.on('close', ended));
  const said = written
    .join('')
    .split('\n')
    .filter((line) => line.includes('"not started"'))
    .map((line) => (JSON.parse(line) as { problem: string }).problem);
  return { code, said };
}

/** A data directory whose database has had this migration. */
async function migratedBy(name: string): Promise<string> {
  const data = join(folder, 'data');
  const store = await openEmbedded(data);
  await sql`create table schema_migrations (name text primary key, applied_at timestamptz(3) not null)`.execute(
    store.db,
  );
  await sql`insert into schema_migrations values (${name}, now())`.execute(store.db);
  await store.close();
  return data;
}

test('HARD-80 a database from before the first release is refused with what to do', async () => {
  const DATA_DIR = await migratedBy('0001-core');
  expect(await start({ DATA_DIR, SITE_DIR: await smallSite() })).toEqual({
    code: 1,
    said: [
      'This database was made by a version before 1.0.0, which was never released. Start with an empty database, or remove the folder that DATA_DIR names.',
    ],
  });
});

test('HARD-80 a database of a newer version is refused by the name of what this one does not know', async () => {
  const DATA_DIR = await migratedBy('9999-from-tomorrow');
  expect(await start({ DATA_DIR, SITE_DIR: await smallSite() })).toEqual({
    code: 1,
    said: [expect.stringMatching(/9999-from-tomorrow.*newer/s)],
  });
});

test('HARD-80 a half-built site is refused, naming what it lacks, before any database is made', async () => {
  const site = await writeSite(join(folder, 'site'), 'half');
  rmSync(join(site, 'assets'), { recursive: true });
  const half = { DATA_DIR: join(folder, 'data'), SITE_DIR: site };
  expect(await start(half)).toEqual({
    code: 1,
    said: [
      `The build in ${site} lacks 1 of its files (assets/app-half.js). Run \`npm run build\`, or set SITE_DIR=none if pages are served elsewhere.`,
    ],
  });
  rmSync(join(site, 'build.json'));
  expect(await start(half)).toEqual({
    code: 1,
    said: [
      `There is no complete build in ${site}. Run \`npm run build\`, or set SITE_DIR=none if pages are served elsewhere.`,
    ],
  });
});

test('HARD-80 `npm start` builds anew what has lost a file since it was built', async () => {
  const site = await writeSite(join(folder, 'site'), 'whole');
  expect(isWhole(site)).toBe(true);
  rmSync(join(site, 'assets', 'app-whole.js'));
  expect(isWhole(site)).toBe(false);
  expect(isWhole(folder)).toBe(false);
});
