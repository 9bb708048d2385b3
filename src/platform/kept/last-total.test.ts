import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testStorage } from './test-storage.ts';

const DAY = 86_400_000;
const asOf = new Date(Date.now() - 60_000);
const total = { text: 'AU$102,900.69', asOf };

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('localStorage', testStorage());
  vi.stubGlobal('navigator', { onLine: true });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function device() {
  const vault = await import('#platform/vault/vault.ts');
  const { writeSnapshot } = await import('#platform/vault/snapshots.ts');
  const { forgetTotal, keepTotal, readTotal } = await import('./last-total.ts');
  await vault.openVault('anna');
  /** An answer of the wallet that was kept so long after the total. */
  const answered = async (laterMs: number): Promise<void> => {
    const at = new Date(asOf.getTime() + laterMs);
    await writeSnapshot('wallet', (await vault.currentEpoch('anna')) ?? '', '{}', at);
  };
  return { ...vault, answered, forgetTotal, keepTotal, readTotal };
}

test('HARD-99 the total that is shown before the app runs is that of the customer who is signed in, and of nobody else', async () => {
  const { keepTotal, readTotal } = await device();
  await keepTotal('anna', total);
  expect(await readTotal('anna')).toEqual(total);
  expect(await readTotal('bob')).toBeUndefined();
  expect(await readTotal(undefined)).toBeUndefined();
});

test('HARD-99 nobody’s total is kept under another customer’s key', async () => {
  const { keepTotal, readTotal } = await device();
  await keepTotal('bob', total);
  await keepTotal(undefined, total);
  expect(await readTotal('anna')).toBeUndefined();
});

test('HARD-99 after money was sent, after a sign-out and after a week there is no earlier total', async () => {
  const one = await device();
  await one.keepTotal('anna', total);
  await one.forgetTotal();
  expect(await one.readTotal('anna')).toBeUndefined();
  await one.keepTotal('anna', { ...total, asOf: new Date(Date.now() - 8 * DAY) });
  expect(await one.readTotal('anna')).toBeUndefined();
  await one.keepTotal('anna', total);
  expect(await one.readTotal('anna')).toEqual(total);
  await one.destroyVault();
  await one.openVault('anna');
  expect(await one.readTotal('anna')).toBeUndefined();
});

test.each([
  ['offline', false, 1_001, undefined],
  ['online, where the app asks the server', true, 1_001, total],
  ['offline by a difference of clocks only', false, 1_000, total],
] as const)(
  'HARD-99 an earlier total than the answer that is kept is not shown: %s',
  async (_, onLine, laterMs, shown) => {
    const one = await device();
    await one.keepTotal('anna', total);
    await one.answered(laterMs);
    vi.stubGlobal('navigator', { onLine });
    expect(await one.readTotal('anna')).toEqual(shown);
  },
);
