import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InProcess, startInProcess } from '#tests/support/in-process.ts';

const shell = `<!doctype html><title>Kopa</title>${'<p>shell</p>'.repeat(50)}`;
const script = `console.log('${'x'.repeat(500)}')`;
let dist: string;
let server: InProcess;

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'kopa-dist-'));
  const put = (file: string, text: string) => {
    mkdirSync(join(dist, file, '..'), { recursive: true });
    writeFileSync(join(dist, file), text);
  };
  put('index.html', shell);
  put(
    'csp.json',
    JSON.stringify({ scriptHashes: ["'sha256-abc='"], styleHashes: ["'sha256-def='"] }),
  );
  put('assets/app-1234.js', script);
  put('privacy-policy/index.html', '<!doctype html><title>Privacy</title>');
  put('sw.js', 'self.addEventListener("install", () => {})');
  server = await startInProcess({ dist });
});
afterAll(async () => {
  await server.close();
  rmSync(dist, { recursive: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Answers as they come over the wire; fetch would decompress them. */
const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request(`${server.url}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    })
      .on('error', reject)
      .end();
  });

test('SHELL-01 routes get the shell, unknown paths the shell with 404, and missing files a plain 404', async () => {
  expect(await get('/wallet')).toMatchObject({ status: 200, body: Buffer.from(shell) });
  expect(await get('/transactions/recieve')).toMatchObject({ status: 200 });
  // A version of the terms that never was is not “in a newer version of the app” for ever.
  for (const nothing of ['/no/such/page', '/terms-and-conditions/9.9']) {
    expect(await get(nothing), nothing).toMatchObject({ status: 404, body: Buffer.from(shell) });
  }
  for (const path of ['/assets/app-0000.js', '/favicon.ico', '/csp.json', '/assets/']) {
    const missing = await get(path);
    expect(missing.status, path).toBe(404);
    expect(missing.body.toString()).not.toContain('shell');
  }
});

test('LEGAL-04 a legal page is its own file, with or without slash and query', async () => {
  for (const path of ['/privacy-policy', '/privacy-policy/', '/privacy-policy?from=mail']) {
    const page = await get(path);
    expect(page.status).toBe(200);
    expect(page.body.toString()).toContain('Privacy');
  }
});

test('hashed assets are cached for good, everything else is revalidated every time', async () => {
  expect((await get('/assets/app-1234.js')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  );
  for (const path of ['/', '/sw.js', '/privacy-policy', '/nope', '/assets/none.js']) {
    expect((await get(path)).headers['cache-control'], path).toBe('no-cache');
  }
});

test('text is compressed as the caller prefers and revalidated by its ETag', async () => {
  const plain = await get('/assets/app-1234.js');
  const brotli = await get('/assets/app-1234.js', { 'accept-encoding': 'gzip, br' });
  const gzip = await get('/assets/app-1234.js', { 'accept-encoding': 'gzip, br;q=0' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.body).toString()).toBe(script);
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.body).toString()).toBe(script);
  expect(new Set([plain, brotli, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
  const again = await get('/assets/app-1234.js', {
    'accept-encoding': 'br',
    'if-none-match': String(brotli.headers.etag),
  });
  expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
});

test('the build’s own compressed file is used only while it belongs to the current file', async () => {
  const twin = join(dist, 'index.html.gz');
  writeFileSync(twin, 'made by the build');
  utimesSync(join(dist, 'index.html'), new Date(), new Date(Date.now() - 1000));
  expect((await get('/', { 'accept-encoding': 'gzip' })).body.toString()).toBe('made by the build');
  writeFileSync(join(dist, 'index.html'), `${shell}!`);
  utimesSync(join(dist, 'index.html'), new Date(), new Date(Date.now() + 5000));
  const fresh = await get('/', { 'accept-encoding': 'gzip' });
  expect(gunzipSync(fresh.body).toString()).toBe(`${shell}!`);
  writeFileSync(join(dist, 'index.html'), shell);
});

test('a file is served afresh when one of the same size and time replaces it', async () => {
  const moment = new Date();
  for (const [word, name] of [
    ['one', 'moved.js'],
    ['two', 'moved.js.next'],
  ] as const) {
    writeFileSync(join(dist, name), `self.build = '${word}'`);
    utimesSync(join(dist, name), moment, moment);
  }
  expect((await get('/moved.js')).body.toString()).toContain('one');
  renameSync(join(dist, 'moved.js.next'), join(dist, 'moved.js'));
  expect((await get('/moved.js')).body.toString()).toContain('two');
});

test('pages, workers and API answers carry the security headers, and the policy allows no inline script but ours', async () => {
  for (const path of [
    '/',
    '/nope',
    '/sw.js',
    '/assets/on-demand/worker-1234.js',
    '/api/geolocation',
    '/api/none',
  ]) {
    const { headers } = await get(path);
    const policy = String(headers['content-security-policy']);
    expect(policy, path).toContain("script-src 'self' 'sha256-abc=';");
    expect(policy, path).toContain("style-src 'self' 'sha256-def=';");
    expect(policy).not.toMatch(/unsafe|\*/);
    for (const part of [
      "default-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  }
});

test('an asset comes without the policy of a page, and cannot be read as another type', async () => {
  const { headers } = await get('/assets/app-1234.js');
  expect(headers['content-security-policy']).toBeUndefined();
  expect(headers['permissions-policy']).toBeUndefined();
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
});

test('behind a proxy that ends TLS, browsers are told to stay with TLS', async () => {
  const behind = await startInProcess({ dist, env: { TRUST_PROXY: 'on' } });
  const ask = (protocol: string) =>
    fetch(`${behind.url}/`, { headers: { 'x-forwarded-proto': protocol } });
  expect((await ask('https')).headers.get('strict-transport-security')).toContain('max-age=');
  expect((await ask('http')).headers.get('strict-transport-security')).toBeNull();
  await behind.close();
});

test('the API is not cached, and OPS-04 health is told without a session, part by part', async () => {
  expect((await get('/api/none')).headers['cache-control']).toBe('no-store');
  const told = async (path: string) => JSON.parse(String((await get(path)).body));
  for (const path of ['/healthz', '/readyz']) {
    expect((await get(path)).status).toBe(200);
    expect(await told(path)).toMatchObject({
      status: 'ok',
      database: 'ok',
      stopping: false,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
  }
  expect(await told('/livez')).toEqual({ status: 'ok' });
});

test('LIVE-04 what is shared before there is a worker is not read: the page that opens says that nothing arrived', async () => {
  const body = new FormData();
  body.set('text', 'bitcoin:secret');
  const answer = await fetch(`${server.url}/pay`, { method: 'POST', body, redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/pay']);
  expect(server.log.join()).not.toContain('secret');
});

test('SPEC-03 /signup, /register and /login lead to the sign-in page with their tab', async () => {
  for (const [path, to] of [
    ['/signup', '/#signup'],
    ['/register/', '/#signup'],
    ['/login?from=mail', '/#signin'],
  ] as const) {
    expect(await get(path)).toMatchObject({ status: 302, headers: { location: to } });
  }
});

test('SPEC-04 a page comes with its visitor’s country, as its own file stays the same for all', async () => {
  const placed = async (path: string, country: string) => {
    const { headers, body } = await get(path, { cookie: `country=${country}` });
    return [headers['server-timing'], headers.etag, body.equals(Buffer.from(shell))];
  };
  const [, etag] = await placed('/', 'LT');
  expect(await placed('/', 'AU')).toEqual(['country;desc=AU', etag, true]);
  expect(await placed('/reset-password', 'DE')).toEqual(['country;desc=DE', etag, true]);
  // Files are nobody's.
  expect((await get('/sw.js', { cookie: 'country=AU' })).headers['server-timing']).toBeUndefined();
});
