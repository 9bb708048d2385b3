import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { sweep } from '#server/platform/sweep.ts';
import { type BuiltSite, readSite } from '#server/static/built-site.ts';
import { keepOffered, offerBuild } from '#server/static/offer.ts';
import { OtherBuilds } from '#server/static/other-builds.ts';
import { transport } from '#tests/support/api-client.ts';
import { type InProcess, startInProcess } from '#tests/support/in-process.ts';
import { writeSite } from '#tests/support/small-site.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PART = '/assets/app-old.js';

async function built(build: string): Promise<{ dist: string; site: BuiltSite }> {
  const dist = await writeSite(mkdtempSync(join(tmpdir(), 'kopa-build-')), build);
  const read = readSite(dist, [transport]);
  if (!read.ok) throw new Error(read.problem);
  return { dist, site: read.site };
}

/** A server of a new build, on whose database another process has offered the old one. */
async function beside(): Promise<{ server: InProcess; id: string; dist: string; site: BuiltSite }> {
  const old = await built('old');
  const server = await startInProcess(await built('new'));
  onTestFinished(() => server.close());
  return { server, ...old, id: await offerBuild(server.deps, old.dist, old.site) };
}

const statusAt = async ({ url }: InProcess, path = PART): Promise<number> =>
  (await fetch(url + path)).status;

/** Of a process that has just been started. */
const statusAnew = async ({ deps }: InProcess): Promise<number> =>
  (await createApp(deps, { dist: (await built('new')).dist }).request(PART)).status;

test('OPS-17 the files of a build are served for a week after its last process said that it serves it', async () => {
  const { server, id, dist, site } = await beside();
  const { round } = keepOffered(id, dist, site);
  const { clock } = server.deps;
  const pass = async (milliseconds: number) => {
    clock.advance(milliseconds);
    await sweep(server.deps);
  };
  for (let day = 0; day < 10; day++) {
    await round(server.deps, new AbortController().signal);
    await pass(DAY);
  }
  await pass(6 * DAY);
  expect(await statusAnew(server)).toBe(200);
  await pass(2 * HOUR);
  expect(await statusAnew(server)).toBe(404);
  expect(await server.deps.db.selectFrom('build_files').select('path').execute()).toEqual([]);
});

test('OPS-17 a build that a restored database lacks is offered again', async () => {
  const { server, id, dist, site } = await beside();
  await server.deps.db.deleteFrom('builds').execute();
  expect(await statusAt(server)).toBe(404);
  await keepOffered(id, dist, site).round(server.deps, new AbortController().signal);
  expect(await statusAt(server)).toBe(200);
});

test('OPS-17 a script that somebody changed in the database reaches nobody, and the log says so', async () => {
  const { server } = await beside();
  await server.deps.db
    .updateTable('build_files')
    .set({ body: Buffer.from('steal()') })
    .where('path', '=', PART.slice(1))
    .execute();
  expect(await statusAt(server)).toBe(404);
  expect(server.log.join('')).toContain('file of another build is not as it was offered');
});

test('OPS-17 names that strangers make up reach the database with one question for all of them', async () => {
  const { server } = await beside();
  let questions = 0;
  const db = server.deps.db.withPlugin({
    transformQuery: ({ node }) => {
      questions += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const others = new OtherBuilds({ ...server.deps, db });
  const names = Array.from({ length: 5_000 }, (_, at) => `assets/app-${at}.js`);
  const found = await Promise.all(names.map((name) => others.find(name)));
  expect(found.filter((one) => one !== undefined)).toEqual([]);
  expect(questions).toBe(1);
  // Who asks for what is there afterwards, asks for it once.
  const parts = await Promise.all(names.map(() => others.find(PART.slice(1))));
  expect(parts.every((one) => one !== undefined)).toBe(true);
  expect(questions).toBe(2);
});

test('OPS-17 a server whose pages are served elsewhere serves no file of its own folder', async () => {
  const server = await startInProcess();
  onTestFinished(() => server.close());
  const app = createApp(server.deps, { dist: '' });
  expect((await app.request('/package.json')).status).toBe(404);
  expect((await app.request('/')).status).toBe(404);
});
