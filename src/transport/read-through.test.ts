import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listReceiving } from '#core/contract/funds.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { KEPT_CONTRACT } from '#core/snapshot.ts';
import { testStorage } from '#platform/test-storage.ts';

const own = transportKey(developmentKey.key, developmentKey.iv);
const rotated = transportKey('7f'.repeat(32), '3c'.repeat(16));
const nonce = nonceOf(new Uint8Array(16));
const savedAt = new Date(Date.now() - 60_000);
const answer = {
  status: 'success',
  data: { addresses: [], incoming: [] },
  as_of: savedAt.toISOString(),
};
const lacking = { status: 'success', as_of: savedAt.toISOString() };

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('indexedDB', new IDBFactory());
  const user = { id: 'anna', email: 'anna@kopa.test' };
  const stored = { token: 't', refreshToken: 'r', user };
  vi.stubGlobal('localStorage', testStorage({ 'auth-storage': JSON.stringify(stored) }));
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('document', { cookie: '' });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** An installed app without a connection, with this text kept by an earlier build. */
async function offline(text: string) {
  const { openVault, currentEpoch } = await import('#platform/vault/vault.ts');
  const { readSnapshot, writeSnapshot } = await import('#platform/vault/snapshots.ts');
  const { unreadCopies } = await import('#platform/unread-copies.ts');
  const { readThrough } = await import('./read-through.ts');
  await openVault('anna');
  await writeSnapshot('receiving', (await currentEpoch('anna')) ?? '', text, savedAt);
  const shown: unknown[] = [];
  const outcome = await readThrough('receiving', listReceiving, {}, (read, { asOf, source }) => {
    shown.push({ data: read.data, asOf, source });
  });
  expect(outcome).toEqual({ ok: false, failure: { kind: 'offline' } });
  const snapshot = await readSnapshot('receiving', 'anna');
  return {
    shown,
    unread: unreadCopies.value.get('receiving'),
    kept: typeof snapshot === 'object' ? snapshot.text : snapshot,
  };
}

const isShown = [{ data: answer.data, asOf: savedAt, source: 'snapshot' }];
const opened = (contract: number, part: object): string =>
  JSON.stringify({ contract, answer: part });

test('HARD-72 an opened copy needs no key of the transport', async () => {
  const text = opened(KEPT_CONTRACT, answer);
  expect(await offline(text)).toEqual({ shown: isShown, unread: undefined, kept: text });
});

test('HARD-72 a copy kept by another contract is shown where this one can read it', async () => {
  const text = opened(KEPT_CONTRACT + 1, answer);
  expect(await offline(text)).toEqual({ shown: isShown, unread: undefined, kept: text });
});

test('HARD-72 a copy that earlier apps kept sealed is shown, and is kept opened from then on', async () => {
  const { shown, unread, kept } = await offline(seal(own, answer, nonce));
  expect({ shown, unread }).toEqual({ shown: isShown, unread: undefined });
  expect(JSON.parse(kept ?? '')).toMatchObject({ contract: KEPT_CONTRACT, answer });
});

test.each([
  ['was sealed under a key of the transport that has changed', seal(rotated, answer, nonce)],
  ['lacks what this contract wants', opened(KEPT_CONTRACT + 1, lacking)],
  ['lacks it and was sealed', seal(own, lacking, nonce)],
])('HARD-72 a copy that %s is said to be another version’s, and stays', async (_, text) => {
  expect(await offline(text)).toEqual({ shown: [], unread: 'foreign', kept: text });
});

test('HARD-72 a broken copy of this contract is removed, and counts as none', async () => {
  const text = opened(KEPT_CONTRACT, lacking);
  expect(await offline(text)).toEqual({ shown: [], unread: undefined, kept: undefined });
});
