import { expect, test } from 'vitest';
import { endpoints } from '#core/contract/endpoints.ts';
import { livePath } from '#core/contract/market/live.ts';
import { profileSections } from '#core/pages.ts';
import { routes } from '#core/routes.ts';
import { EPOCH_HEADER, snapshotPaths } from '#core/snapshot.ts';
import { type Concern, concernOf } from './classify.ts';

const ORIGIN = 'https://kopa.test';
const isPrecached = (url: string) => url === `${ORIGIN}/icon.svg`;

interface Ask {
  readonly method?: string;
  readonly mode?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const ask = (url: string, { method = 'GET', mode = 'cors', headers = {} }: Ask = {}) =>
  concernOf(
    { method, mode, url: new URL(url, ORIGIN).href, headers: new Headers(headers) },
    ORIGIN,
    isPrecached,
  );
const visit = (path: string): Concern | undefined => ask(path, { mode: 'navigate' });

test('PWA-02 every app route opens the shell, with any query', () => {
  for (const { path, access } of routes) {
    if (access === 'document' || access === 'return') continue;
    const paths = profileSections.map((section) => path.replace(':section', section));
    for (const one of new Set(paths)) {
      expect([one, visit(`${one}?a=1#b`)]).toEqual([one, { kind: 'page', page: '/' }]);
    }
  }
});

test('LEGAL-04 OPS-10 a legal page or the status page is its own document, with any query or a trailing slash', () => {
  for (const { path } of routes.filter(({ access }) => access === 'document')) {
    for (const asked of [path, `${path}/`, `${path}?from=mail`, `${path}/?x#y`]) {
      expect(visit(asked)).toEqual({ kind: 'page', page: path });
    }
  }
});

test('LIVE-04 what another app shares is taken by the worker, and nothing else that is sent', () => {
  const send = (path: string, mode: string) => ask(path, { method: 'POST', mode });
  expect(send('/pay', 'navigate')).toEqual({ kind: 'shared' });
  expect(send('/pay', 'cors')).toBeUndefined();
  expect(send('/wallet', 'navigate')).toBeUndefined();
  expect(visit('/pay?link=bitcoin:x')).toEqual({ kind: 'page', page: '/' });
});

test('PWA-02 for payment returns and unknown paths the server is asked first; its own pages are left alone', () => {
  for (const path of [
    '/success',
    '/decline?id=1',
    '/fail/',
    '/cancel',
    '/nowhere',
    '/success/more',
    '/sandboxes',
  ]) {
    expect([path, visit(path)]).toEqual([path, { kind: 'server-first' }]);
  }
  for (const path of [
    '/sandbox',
    '/sandbox/pay/1',
    '/not-me?token=1',
    '/api/forex',
    '/healthz',
    '/sw.js',
    '/statement.pdf',
  ]) {
    expect([path, visit(path)]).toEqual([path, undefined]);
  }
});

test('PWA-02 the worker answers for assets and precached files, and for no other files', () => {
  expect(ask('/assets/wallet-1.js')).toEqual({ kind: 'asset' });
  expect(ask('/icon.svg')).toEqual({ kind: 'asset' });
  expect(ask('/robots.txt')).toBeUndefined();
  expect(ask('/api/geolocation')).toBeUndefined();
});

test('PWA-02 requests to other origins and range requests are left alone', () => {
  expect(ask('https://pay.example/assets/a.js')).toBeUndefined();
  expect(ask('/assets/a.js', { headers: { range: 'bytes=0-' } })).toBeUndefined();
  expect(concernOf({ ...read('wallet'), url: 'https://pay.example/' }, ORIGIN, isPrecached)).toBe(
    undefined,
  );
});

const read = (name: keyof typeof snapshotPaths) => ({
  method: 'POST',
  mode: 'cors',
  url: `${ORIGIN}/api${snapshotPaths[name]}`,
  headers: new Headers({ [EPOCH_HEADER]: 'e1' }),
});

test('PWA-04 reads with a snapshot are kept, but only if the request names an epoch', () => {
  for (const name of ['wallet', 'history', 'routes', 'receiving'] as const) {
    expect(concernOf(read(name), ORIGIN, isPrecached)).toEqual({
      kind: 'snapshot',
      name,
      epoch: 'e1',
    });
    expect(ask(`/api${snapshotPaths[name]}`, { method: 'POST' })).toBeUndefined();
  }
});

test('PWA-05 every other write goes straight to the network, whatever its headers', () => {
  const kept: readonly string[] = Object.values(snapshotPaths);
  const others = Object.values(endpoints).filter(({ path }) => !kept.includes(path));
  expect(others.length).toBeGreaterThan(20);
  for (const { path } of others) {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      expect(ask(`/api${path}`, { method, headers: { [EPOCH_HEADER]: 'e1' } })).toBeUndefined();
    }
  }
  expect(ask('/wallet', { method: 'POST', mode: 'navigate' })).toBeUndefined();
});

test('PWA-03 only rates with the base USD are cached', () => {
  expect(ask('/api/forex?base=USD')).toEqual({ kind: 'forex' });
  expect(ask('/api/forex?base=EUR')).toBeUndefined();
  expect(ask('/api/forex?base=USD', { method: 'POST' })).toBeUndefined();
});

test('LIVE-01 PWA-04 the worker leaves the stream of changes alone', () => {
  expect(ask(livePath)).toBeUndefined();
  expect(
    ask(livePath, { headers: { [EPOCH_HEADER]: 'e', 'last-event-id': 'a-1' } }),
  ).toBeUndefined();
});
