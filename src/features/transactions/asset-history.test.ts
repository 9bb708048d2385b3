import { readFileSync } from 'node:fs';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KEPT_CONTRACT } from '#core/snapshot.ts';
import { testStorage } from '#platform/kept/test-storage.ts';

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

const fixture = new URL('../../../tests/fixtures/kept-answers-1.json', import.meta.url);

test.each([
  ['goes on', 'older'],
  ['ends', undefined],
])('HARD-70 offline an asset’s history %s where the kept history does', async (_, next) => {
  const { openVault, currentEpoch } = await import('#platform/vault/vault.ts');
  const { writeSnapshot } = await import('#platform/vault/snapshots.ts');
  const { assetHistory } = await import('#history/history-store.ts');
  await openVault('anna');
  const answer = { ...JSON.parse(readFileSync(fixture, 'utf8')).history, next };
  const text = JSON.stringify({ contract: KEPT_CONTRACT, answer });
  await writeSnapshot('history', (await currentEpoch('anna')) ?? '', text, new Date());
  const { state, load } = assetHistory('ETH');
  await load();
  expect(state).toMatchObject({ status: 'ready', source: 'snapshot', transactions: [], next });
});
