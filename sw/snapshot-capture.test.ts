import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { AS_OF_HEADER, KEPT_CONTRACT } from '#core/snapshot.ts';
import { eventually } from '#tests/support/eventually.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('localStorage', undefined);
  vi.resetModules();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Newer than a copy may be that is shown. */
const madeAt = new Date().toISOString();

/** A worker on the device of a signed-in customer, and the server's answer to their read. */
async function worker(answer: Response) {
  const { openVault, currentEpoch } = await import('#platform/vault/vault.ts');
  const { readSnapshot } = await import('#platform/vault/snapshots.ts');
  const { answerSnapshotRead } = await import('./snapshot-capture.ts');
  await openVault('u1');
  const epoch = await currentEpoch('u1');
  vi.stubGlobal('fetch', async () => answer);
  const waits: Promise<unknown>[] = [];
  const event = {
    request: new Request('https://kopa.example/api/exchange/get-wallet-list', { method: 'POST' }),
    waitUntil: (work: Promise<unknown>) => waits.push(work),
  };
  return {
    waits,
    read: (of = epoch ?? '') => answerSnapshotRead(event, 'wallet', of),
    kept: async () => {
      const snapshot = await readSnapshot('wallet', 'u1');
      return typeof snapshot === 'object' ? snapshot.text : snapshot;
    },
  };
}

const sealed = (): Response =>
  new Response('{"res":"sealed wallet"}', { headers: { [AS_OF_HEADER]: madeAt } });

test('HARD-45 the page gets an answer only when it is kept', async () => {
  const { read, kept, waits } = await worker(sealed());
  let isKept = false;
  const reading = read();
  await eventually(() => expect(waits).toHaveLength(1));
  void waits[0]?.then(() => {
    isKept = true;
  });
  const answer = await reading;
  expect(isKept).toBe(true);
  expect(await answer.text()).toBe('{"res":"sealed wallet"}');
  expect(await kept()).toBe('sealed wallet');
});

test('HARD-45 an answer that cannot be kept still reaches the page', async () => {
  const { read, kept } = await worker(sealed());
  vi.stubGlobal('indexedDB', undefined);
  vi.spyOn(crypto.subtle, 'encrypt').mockRejectedValueOnce(new Error('broken'));
  expect(await (await read()).text()).toContain('sealed wallet');
  vi.restoreAllMocks();
  expect(await kept()).toBeUndefined();
});

test('PWA-04 HARD-45 an answer of an earlier sign-in is passed on and not kept', async () => {
  const { read, kept, waits } = await worker(sealed());
  expect(await (await read('another epoch')).text()).toContain('sealed wallet');
  expect(waits).toEqual([]);
  expect(await kept()).toBeUndefined();
});

const sealedUnder = (key: string, iv: string): string =>
  seal(transportKey(key, iv), { status: 'success', data: [] }, nonceOf(new Uint8Array(16)));
const answered = (res: string): Response =>
  Response.json({ res }, { headers: { [AS_OF_HEADER]: madeAt } });

test('HARD-72 an answer is kept opened, so that no later build needs the key of this one', async () => {
  const { read, kept } = await worker(answered(sealedUnder(developmentKey.key, developmentKey.iv)));
  await read();
  expect(JSON.parse(String(await kept()))).toMatchObject({
    contract: KEPT_CONTRACT,
    answer: { status: 'success', data: [] },
  });
});

test('HARD-72 an answer to a page of another build is kept for that build', async () => {
  const res = sealedUnder('7f'.repeat(32), '3c'.repeat(16));
  const { read, kept } = await worker(answered(res));
  await read();
  expect(await kept()).toBe(res);
});
