import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { FILE_MS } from '#platform/time/deadline.ts';
import { eventually } from '#tests/support/eventually.ts';
import { answerAsset } from './assets.ts';
import { precacheNameOf } from './builds.ts';
import { brokenOff, memoryCaches, ORIGIN, site } from './device.fixture.ts';
import { type BuildFile, precacheOf } from './precache.ts';

const first = {
  '/': '<!doctype html><title>Kopa</title>',
  '/privacy-policy': '<!doctype html><title>Privacy</title>',
  '/assets/vendor-AAAAAAA.js': 'export const react = 1;',
  '/assets/index-BBBBBBB.js': 'import "./vendor-AAAAAAA.js"; start();',
  '/assets/swap-page-CCCCCCC.js': 'export const SwapPage = () => 1;',
  '/assets/index-DDDDDDD.css': 'body { color: black } p { margin: 0 }',
} as const;

/** The next build: every kind of file has changed, and one of each has not. */
const second = {
  ...first,
  '/': '<!doctype html><title>Kopa, newer</title>',
  '/assets/vendor-EEEEEEE.js': 'export const react = 2;',
  '/assets/index-FFFFFFF.js': 'import "./vendor-EEEEEEE.js"; start();',
  '/assets/swap-page-GGGGGGG.js': 'export const SwapPage = () => 2;',
  '/assets/index-HHHHHHH.css': 'body { color: white } p { margin: 0 }',
} as const;

type Files = Readonly<Record<string, string>>;

/** A build's files, by path, as the build would list them. */
const listOf = (files: Files): readonly BuildFile[] =>
  Object.entries(files).map(([url, text]) => ({
    url,
    revision: url.startsWith('/assets/') ? null : `r${text.length}`,
    integrity: `sha256-${createHash('sha256').update(text).digest('base64')}`,
  }));

const textOf = (files: Files, path: string): string => files[path] ?? '';

/** Everything that can come instead of a file, with status 200. */
const faults: Readonly<Record<string, (text: string) => string>> = {
  truncated: (text) => text.slice(0, -5),
  empty: () => '',
  JSON: () => '{"error":"try later"}',
  text: () => 'Service temporarily unavailable',
  HTML: () => '<!doctype html><title>Sign in to the hotel</title>',
  'one byte changed': (text) => `${text.slice(0, -1)}~`,
};

const kinds = {
  vendor: ['/assets/vendor-AAAAAAA.js', '/assets/vendor-EEEEEEE.js'],
  entry: ['/assets/index-BBBBBBB.js', '/assets/index-FFFFFFF.js'],
  'page chunk': ['/assets/swap-page-CCCCCCC.js', '/assets/swap-page-GGGGGGG.js'],
  style: ['/assets/index-DDDDDDD.css', '/assets/index-HHHHHHH.css'],
  shell: ['/', '/'],
} as const;

const matrix = Object.keys(faults).flatMap((fault) =>
  (Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => [fault, kind] as const),
);

/** A device, and the builds that it installs one after the other. */
function device() {
  const caches = memoryCaches();
  return {
    caches,
    worker: (files: Files, server = site(files)) => {
      const precache = precacheOf(listOf(files), { origin: ORIGIN, caches, fetch: server.fetch });
      const name = precacheNameOf(precache.build);
      return { precache, server, name, kept: () => caches.texts(name) };
    },
  };
}

const bad = (fault: string, text: string) => (): Response =>
  new Response((faults[fault] ?? String)(text), { headers: { 'content-type': 'text/javascript' } });

describe.each(matrix)('HARD-01 a file is %s: %s', (fault, kind) => {
  const [firstPath, secondPath] = kinds[kind];

  test('at the first installation', async () => {
    const { precache, server, kept } = device().worker(first);
    server.answerWith(firstPath, bad(fault, textOf(first, firstPath)));
    await expect(precache.install(4)).rejects.toThrow(firstPath);
    expect(kept()).not.toHaveProperty([firstPath]);
    server.answerWith(firstPath, undefined);
    await precache.install(4);
    expect(kept()).toEqual(first);
  });

  test('in an update', async () => {
    const { worker } = device();
    const old = worker(first);
    await old.precache.install(4);
    const { precache, server, kept } = worker(second);
    server.answerWith(secondPath, bad(fault, textOf(second, secondPath)));
    await expect(precache.install(1)).rejects.toThrow(secondPath);
    expect(kept()).not.toHaveProperty([secondPath]);
    expect(old.kept()).toEqual(first);
    server.answerWith(secondPath, undefined);
    await precache.install(1);
    expect(kept()).toEqual(second);
  });

  test('in the cache that the next build copies from', async () => {
    const { worker, caches } = device();
    const old = worker(first);
    await old.precache.install(4);
    const text = textOf(first, firstPath);
    caches.tamper(old.name, firstPath, (faults[fault] ?? String)(text));
    const { precache, kept, server } = worker(second);
    await precache.install(1);
    expect(kept()).toEqual(second);
    if (firstPath !== secondPath) expect(server.asked).toContain(firstPath);
    expect(server.asked).not.toContain('/privacy-policy');
  });

  test('on the device while it serves: it is removed, and fetched when there is a network', async () => {
    const { worker, caches } = device();
    const { precache, server, kept, name } = worker(first);
    await precache.install(4);
    caches.tamper(name, firstPath, (faults[fault] ?? String)(textOf(first, firstPath)));
    server.goDown(true);
    expect(await precache.mend()).toBe('broken');
    expect(kept()).not.toHaveProperty([firstPath]);
    server.goDown(false);
    expect(await precache.mend()).toBe('mended');
    expect(kept()).toEqual(first);
  });
});

test('HARD-01 right files install with one request each, and a second look finds nothing wrong', async () => {
  const { precache, server, kept } = device().worker(first);
  await precache.install(4);
  expect([...server.asked].sort()).toEqual(Object.keys(first).sort());
  expect(kept()).toEqual(first);
  expect(await precache.mend()).toBe('whole');
  expect(server.asked).toHaveLength(Object.keys(first).length);
});

test('HARD-01 an unchanged file is copied, not downloaded', async () => {
  const { worker } = device();
  await worker(first).precache.install(4);
  const { precache, server } = worker(second);
  await precache.install(1);
  expect(server.asked.sort()).toEqual(
    Object.keys(second)
      .filter((path) => !(path in first) || path === '/')
      .sort(),
  );
});

test('HARD-01 a bad file in the HTTP cache does not stand in the way', async () => {
  const { precache, server, kept } = device().worker(first);
  server.hold(kinds.vendor[0], () => new Response(''));
  server.hold(kinds.entry[0], () => brokenOff('import'));
  await precache.install(4);
  expect(kept()).toEqual(first);
});

test('HARD-01 a later try goes on where the failed one stopped', async () => {
  const { precache, server, kept } = device().worker(first);
  server.answerWith(kinds.style[0], () => brokenOff('body {'));
  await expect(precache.install(1)).rejects.toThrow();
  server.answerWith(kinds.style[0], undefined);
  const before = server.asked.length;
  await precache.install(1);
  expect(server.asked.slice(before)).toEqual([kinds.style[0]]);
  expect(kept()).toEqual(first);
});

test('HARD-01 a stale page of the build before is not kept for the new one', async () => {
  const { precache, server } = device().worker(second);
  server.answerWith('/', () => new Response(first['/']));
  await expect(precache.install(4)).rejects.toThrow('/');
});

test('OPS-17 between servers of two builds that have each other’s files, each worker installs its own build', async () => {
  for (const files of [first, second]) {
    const servers = [first, second].map(
      (own) => new Map(listOf(own).map((file) => [file.url, file])),
    );
    let turn = 0;
    /** As the servers do (server/static/site.ts): by revision, or by a name that only one content has. */
    const fetch = async (address: string): Promise<Response> => {
      const { pathname, searchParams } = new URL(address);
      const own = servers[turn++ % 2]?.get(pathname);
      const revision = searchParams.get('__WB_REVISION__');
      const of = own?.revision === revision ? [turn % 2 === 1 ? first : second] : [first, second];
      const all = of.filter((build) => {
        const listed = listOf(build).find(({ url }) => url === pathname);
        return listed && listed.revision === revision;
      });
      const text = all.map((build) => textOf(build, pathname))[0];
      return new Response(text, { status: text === undefined ? 404 : 200 });
    };
    const caches = memoryCaches();
    const precache = precacheOf(listOf(files), { origin: ORIGIN, caches, fetch });
    await precache.install(4);
    expect(caches.texts(precacheNameOf(precache.build))).toEqual(files);
  }
});

test('HARD-03 what was evicted is completed, and a file found right is not read again', async () => {
  const { worker, caches } = device();
  const { precache, server, kept, name } = worker(first);
  await precache.install(4);
  const before = server.asked.length;
  for (const path of ['/', kinds.vendor[0], kinds.style[0]]) caches.tamper(name, path, undefined);
  await precache.complete();
  expect(kept()).toEqual(first);
  expect(server.asked.slice(before)).toEqual(['/', kinds.vendor[0], kinds.style[0]]);
});

test('HARD-03 HARD-02 a worker that has just started completes and replaces what is bad', async () => {
  const { worker, caches } = device();
  const installed = worker(first);
  await installed.precache.install(4);
  caches.tamper(installed.name, kinds.style[0], 'body {');
  caches.tamper(installed.name, '/privacy-policy', undefined);
  // A worker is stopped after a while, and started again for the next page.
  const { precache, kept } = worker(first);
  await precache.complete();
  expect(kept()).toEqual(first);
});

test('HARD-03 without a network, or with another build on the server, it soon gives up', async () => {
  const { worker } = device();
  const lost = worker(first);
  lost.server.goDown(true);
  await lost.precache.complete();
  expect(lost.server.asked.length).toBeLessThanOrEqual(3);
  expect(lost.kept()).toEqual({});
  const replaced = worker(first, site({}));
  await replaced.precache.complete();
  expect(replaced.server.asked.length).toBeLessThanOrEqual(6);
});

test('HARD-02 two looks at a time are one, and the second of two tells what it found', async () => {
  const { worker, caches } = device();
  const { precache, server, name } = worker(first);
  await precache.install(4);
  caches.tamper(name, kinds.vendor[0], '');
  const before = server.asked.length;
  const [one, two] = await Promise.all([precache.mend(), precache.mend()]);
  expect([one, two]).toEqual(['mended', 'mended']);
  expect(server.asked.slice(before)).toEqual([kinds.vendor[0]]);
});

const asset = (path: string) => new Request(ORIGIN + path);

test('HARD-01 a missing script is answered with the right one or none, and kept', async () => {
  const { worker, caches } = device();
  const { precache, server, kept, name } = worker(first);
  await precache.install(4);
  const [path] = kinds['page chunk'];
  caches.tamper(name, path, undefined);
  server.answerWith(path, () => new Response('{}'));
  expect((await answerAsset(asset(path), precache)).type).toBe('error');
  expect(kept()).not.toHaveProperty([path]);
  server.answerWith(path, undefined);
  expect(await (await answerAsset(asset(path), precache)).text()).toBe(first[path]);
  expect(kept()).toEqual(first);
});

test('HARD-01 a page of another build is passed on and not kept', async () => {
  const { worker, caches } = device();
  const { precache, kept, name } = worker(first);
  await precache.install(4);
  caches.tamper(name, '/', undefined);
  await precache.putBack('/', new Response(second['/']));
  expect(kept()).not.toHaveProperty(['/']);
  await precache.putBack('/', new Response(first['/']));
  expect(kept()).toEqual(first);
});

test('HARD-01 where the device has no room, the right file still reaches the page', async () => {
  const { worker, caches } = device();
  const { precache } = worker(first);
  const full = {
    ...caches,
    open: async () => ({
      ...(await caches.open('x')),
      put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
    }),
  };
  const cramped = precacheOf(listOf(first), {
    origin: ORIGIN,
    caches: full as unknown as CacheStorage,
    fetch: site(first).fetch,
  });
  const [path] = kinds.vendor;
  expect(await (await answerAsset(asset(path), cramped)).text()).toBe(first[path]);
  await expect(cramped.install(4)).rejects.toThrow('full');
  expect(precache.has(ORIGIN + path)).toBe(true);
});

test('HARD-71 one file whose answer never comes is asked for once more, and the installation ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const caches = memoryCaches();
    const server = site(first);
    const [path] = kinds.vendor;
    let silent = 1;
    const precache = precacheOf(listOf(first), {
      origin: ORIGIN,
      caches: caches as unknown as CacheStorage,
      fetch: (url, init) => {
        if (new URL(url).pathname === path && silent-- > 0) return new Promise(() => undefined);
        return server.fetch(url, init);
      },
    });
    let isDone = false;
    const installed = precache.install(1).then(() => {
      isDone = true;
    });
    await eventually(async () => {
      await vi.advanceTimersByTimeAsync(FILE_MS);
      expect(isDone).toBe(true);
    });
    await installed;
    expect(caches.texts(precacheNameOf(precache.build))).toEqual(first);
  } finally {
    vi.useRealTimers();
  }
});
