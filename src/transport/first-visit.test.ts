import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listReceiving } from '#core/contract/money/funds.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { AS_OF_HEADER } from '#core/snapshot.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);
const madeAt = '2026-05-13T10:00:00.123Z';
const answer = {
  status: 'success',
  data: { addresses: [], incoming: [] },
  as_of: madeAt,
};

const serviceWorker: { controller: object | null } = { controller: null };

beforeEach(() => {
  vi.resetModules();
  serviceWorker.controller = null;
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('document', { cookie: `XSRF-TOKEN=${'0'.repeat(32)}` });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A page's read, and what happens on the device while its answer is on the way. */
async function read(meanwhile: () => void = () => undefined): Promise<string | undefined> {
  const { exchange } = await import('./calls/exchange.ts');
  const { openVault } = await import('#platform/vault/vault.ts');
  const { readSnapshot } = await import('#platform/vault/snapshots.ts');
  await openVault('u1');
  vi.stubGlobal('fetch', async () => {
    meanwhile();
    const res = seal(transport, answer, nonceOf(new Uint8Array(16)));
    return new Response(JSON.stringify({ res }), { headers: { [AS_OF_HEADER]: madeAt } });
  });
  const snapshot = { name: 'receiving', owner: 'u1' } as const;
  const outcome = await exchange(listReceiving, {}, undefined, { snapshot });
  expect(outcome).toMatchObject({ ok: true, asOf: new Date(madeAt) });
  // From here on the page can draw it.
  const kept = await readSnapshot('receiving', 'u1');
  return typeof kept === 'object' ? kept.text : kept;
}

test('HARD-45 before there is a worker, an answer is kept before the page can draw it', async () => {
  expect(await read()).toBeDefined();
});

test('HARD-45 a worker that takes over while the answer is on the way leaves it to the page', async () => {
  const took = () => {
    serviceWorker.controller = {};
  };
  expect(await read(took)).toBeDefined();
});

test('HARD-45 an answer to a request that went through the worker is left to the worker', async () => {
  serviceWorker.controller = {};
  expect(await read()).toBeUndefined();
});
