import { mkdtempSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '#server/store/open.ts';
import { type Balancer, startBalancer } from '#tests/support/balancer.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/postgres.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { writeSite } from '#tests/support/small-site.ts';

const site = (build: string) => writeSite(mkdtempSync(join(tmpdir(), 'kopa-build-')), build, LONG);
/** Long enough to be packed. */
const LONG = `console.log('${'x'.repeat(500)}')`;

let database: FreshDatabase;
let balancer: Balancer;
const servers: ServerProcess[] = [];
const start = async (build: string): Promise<ServerProcess> => {
  const env = { DATABASE_URL: database.url, SEED: 'none', SITE_DIR: await site(build) };
  const server = await startServer({ env });
  servers.push(server);
  return server;
};

let first: ServerProcess;
let second: ServerProcess;
beforeAll(async () => {
  database = await freshDatabase();
  balancer = await startBalancer();
  // Two of the same build begin together; only one of them can put its files where the others find them.
  [first, second] = await Promise.all([start('first'), start('second'), start('first')]);
  for (const { url } of [first, second]) balancer.add(url);
}, 240_000);
afterAll(async () => {
  await balancer.close();
  await Promise.all(servers.map((server) => server.stop()));
  await database.drop();
});

interface Wire {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** As it comes over the wire; fetch would unpack it. */
const wire = (url: string, headers: Record<string, string> = {}) =>
  new Promise<Wire>((done, failed) => {
    request(url, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      const { date: _, 'x-request-id': __, ...rest } = answer.headers;
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        done({
          status: answer.statusCode,
          headers: rest,
          body: Buffer.concat(chunks).toString('hex'),
        }),
      );
    })
      .on('error', failed)
      .end();
  });

const partIn = (html: string): string => /\/assets\/[\w.-]+/.exec(html)?.[0] ?? 'no part';

test('OPS-17 of sixty first loads through a balancer before two builds, each finds its part', async () => {
  await expect.poll(() => balancer.ready(), { timeout: 30_000 }).toHaveLength(2);
  const seen = new Set<string>();
  for (let load = 0; load < 60; load++) {
    const part = partIn(await (await fetch(`${balancer.url}/`)).text());
    // Two requests a load: without this the part would always be asked of the same process as its page.
    if (load % 2 === 0) await fetch(`${balancer.url}/livez`);
    const answer = await fetch(`${balancer.url}${part}`);
    expect([part, answer.status]).toEqual([part, 200]);
    seen.add(part);
  }
  expect([...seen].sort()).toEqual(['/assets/app-first.js', '/assets/app-second.js']);
});

test('OPS-17 a part of the other build is answered as its own process does, header for header', async () => {
  for (const [own, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const part = partIn(await (await fetch(`${own.url}/`)).text());
    for (const encoding of ['br', 'identity']) {
      const asked = { 'accept-encoding': encoding };
      const right = await wire(`${own.url}${part}`, asked);
      expect(await wire(`${other.url}${part}`, asked)).toEqual(right);
      expect(right).toMatchObject({
        status: 200,
        headers: { 'cache-control': 'public, max-age=31536000, immutable' },
      });
    }
    const { headers } = await wire(`${own.url}${part}`, { 'accept-encoding': 'gzip, br' });
    const known = { 'if-none-match': headers.etag ?? '', 'accept-encoding': 'gzip, br' };
    expect(await wire(`${other.url}${part}`, known)).toMatchObject({ status: 304, body: '' });
  }
});

test('OPS-17 what a worker asks for by its revision is of its own build or not there, page and headers alike', async () => {
  const asked = '/?__WB_REVISION__=page-first';
  const right = await wire(`${first.url}${asked}`, { 'accept-encoding': 'identity' });
  expect(right).toEqual(await wire(`${first.url}/`, { 'accept-encoding': 'identity' }));
  const other = await wire(`${second.url}${asked}`, { 'accept-encoding': 'identity' });
  expect(other).toEqual(right);
  expect(other).toMatchObject({
    headers: { 'content-security-policy': expect.stringContaining('sha256-first=') },
  });
  const coins = await fetch(`${second.url}/coins.svg?__WB_REVISION__=coins-first`);
  expect(await coins.text()).toContain('first');
  const nobody = await fetch(`${second.url}/?__WB_REVISION__=page-never`);
  expect(nobody.status).toBe(404);
  // A link to an older page opens the page of today.
  const opened = await wire(`${second.url}${asked}`, { 'sec-fetch-mode': 'navigate' });
  expect(opened).toEqual(await wire(`${second.url}/`));
});

test('OPS-17 a build that comes later is found at once, and each build is kept once', async () => {
  expect((await fetch(`${first.url}/assets/app-third.js`)).status).toBe(404);
  await start('third');
  expect((await fetch(`${first.url}/assets/app-third.js`)).status).toBe(200);
  const store = openPostgres(database.url, () => undefined);
  const kept = await store.db.selectFrom('builds').select('name').orderBy('name').execute();
  await store.close();
  expect(kept.map(({ name }) => name)).toEqual(['0.0.0 first', '0.0.0 second', '0.0.0 third']);
});
