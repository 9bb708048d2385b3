import { IDBDatabase, IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testStorage } from '#platform/kept/test-storage.ts';
import { eventually } from '#tests/support/eventually.ts';

const DAY_MS = 24 * 3_600_000;
const answer = 'sealed answer: 0.5 BTC at bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

/** Page and worker each load their own modules over one database. */
async function device() {
  vi.resetModules();
  const vault = await import('./vault.ts');
  const snapshots = await import('./snapshots.ts');
  return { ...vault, ...snapshots };
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('kopa-device');
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Everything on the device, as somebody who copied the database would see it. */
async function dump(): Promise<Map<string, unknown>> {
  const database = await openDatabase();
  const store = database.transaction('records', 'readonly').objectStore('records');
  const keys = store.getAllKeys();
  const values = store.getAll();
  await new Promise((done) => {
    store.transaction.oncomplete = done;
  });
  database.close();
  return new Map(keys.result.map((key, at) => [String(key), values.result[at]]));
}

async function overwrite(key: string, change: (value: never) => unknown): Promise<void> {
  const value = (await dump()).get(key) as never;
  const database = await openDatabase();
  const store = database.transaction('records', 'readwrite').objectStore('records');
  store.put(change(value), key);
  await new Promise((done) => {
    store.transaction.oncomplete = done;
  });
  database.close();
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  // Other files share the modules: they must not find a clock that was set here.
  vi.resetModules();
});

async function signedIn(userId = 'anna') {
  const page = await device();
  await page.openVault(userId);
  const epoch = await page.currentEpoch(userId);
  if (!epoch) throw new Error('no vault');
  return { ...page, epoch };
}

test('PWA-04 a kept answer is read back with the time the server gave', async () => {
  const page = await signedIn();
  const worker = await device();
  const savedAt = new Date(Date.now() - DAY_MS);
  expect(await worker.writeSnapshot('wallet', page.epoch, answer, savedAt)).toBe(true);
  expect(await page.readSnapshot('wallet', 'anna')).toEqual({ text: answer, savedAt });
  expect(await page.readSnapshot('history', 'anna')).toBeUndefined();
});

test('PWA-04 the database holds nothing readable and no key that can be exported', async () => {
  const page = await signedIn();
  await page.writeSnapshot('wallet', page.epoch, answer, new Date());
  const found = await dump();
  const record = found.get('snapshot-wallet') as { box: ArrayBuffer };
  const text = new TextDecoder('latin1').decode(record.box);
  expect(text).not.toContain('sealed answer');
  expect(text).not.toContain('bc1q');
  const { key } = found.get('vault') as { key: CryptoKey };
  expect(key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
});

test('PWA-04 an answer in flight at sign-out, or from an earlier sign-in, is not written', async () => {
  const page = await signedIn();
  await page.destroyVault();
  expect(await page.writeSnapshot('wallet', page.epoch, answer, new Date())).toBe(false);
  await page.openVault('anna');
  expect(await page.writeSnapshot('wallet', page.epoch, answer, new Date())).toBe(false);
  expect([...(await dump()).keys()]).toEqual(['vault']);
});

test('PWA-04 an answer is not written if the customer signs out between its sealing and its writing', async () => {
  const page = await signedIn();
  const worker = await device();
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  const sealed = vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...given) => {
    const box = await encrypt(...given);
    await page.destroyVault();
    return box;
  });
  expect(await worker.writeSnapshot('wallet', page.epoch, answer, new Date())).toBe(false);
  sealed.mockRestore();
  expect((await dump()).size).toBe(0);
});

test('SESS-08 sign-out removes the key before the records', async () => {
  const page = await signedIn();
  await page.writeSnapshot('wallet', page.epoch, answer, new Date());
  const removed: string[] = [];
  const remove = IDBObjectStore.prototype.delete;
  const spy = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (
    this: IDBObjectStore,
    key,
  ) {
    removed.push(String(key));
    return remove.call(this, key);
  });
  await page.destroyVault();
  spy.mockRestore();
  expect(removed[0]).toBe('vault');
  expect((await dump()).size).toBe(0);
  expect(await page.readSnapshot('wallet', 'anna')).toBeUndefined();
});

test('SESS-08 sign-out leaves nothing in the database even if the browser had closed the connection', async () => {
  const page = await signedIn();
  await page.writeSnapshot('wallet', page.epoch, answer, new Date());
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('closed', 'InvalidStateError');
  });
  await page.destroyVault();
  vi.restoreAllMocks();
  expect((await dump()).size).toBe(0);
});

/** Transactions fail from now on, as in a page that ends. Returns how to end this. */
function endPage(): () => void {
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('ended', 'InvalidStateError');
  });
  return () => spy.mockRestore();
}

test('SESS-08 what a sign-out could not remove before its page ended is removed by the next page that starts', async () => {
  const storage = testStorage();
  vi.stubGlobal('localStorage', storage);
  const left = await signedIn();
  await left.writeSnapshot('wallet', left.epoch, answer, new Date());
  const next = endPage();
  await left.destroyVault();
  next();
  expect((await dump()).size).toBe(2);
  expect(Object.keys(storage)).toEqual(['kopa-left-vault']);
  await (await device()).destroyLeftVault();
  expect((await dump()).size).toBe(0);
  expect(Object.keys(storage)).toEqual([]);
});

test('SESS-08 a page that starts leaves alone the vault of a customer who has not signed out', async () => {
  vi.stubGlobal('localStorage', testStorage());
  const page = await signedIn();
  await (await device()).destroyLeftVault();
  expect(await page.currentEpoch('anna')).toBe(page.epoch);
});

test('HARD-72 what was sealed for an owner whose session the browser evicted is removed by the next page that starts', async () => {
  const storage = testStorage();
  vi.stubGlobal('localStorage', storage);
  const page = await signedIn();
  await page.writeSnapshot('wallet', page.epoch, answer, new Date());
  await (await device()).destroyForgottenVault();
  expect((await dump()).size).toBe(0);
  expect(Object.keys(storage)).toEqual([]);
});

test('HARD-72 what was sealed stays for an owner whose session has ended, and where the browser stores no session', async () => {
  for (const storage of [testStorage({ 'auth-storage': '{}' }), undefined]) {
    vi.stubGlobal('localStorage', storage);
    const page = await signedIn();
    await page.writeSnapshot('wallet', page.epoch, answer, new Date());
    await (await device()).destroyForgottenVault();
    expect(await page.readSnapshot('wallet', 'anna')).toMatchObject({ text: answer });
  }
});

test('SESS-08 who signs in again after an interrupted sign-out starts with a new vault', async () => {
  vi.stubGlobal('localStorage', testStorage());
  const left = await signedIn();
  await left.writeSnapshot('wallet', left.epoch, answer, new Date());
  const next = endPage();
  await left.destroyVault();
  next();
  const again = await signedIn();
  expect(again.epoch).not.toBe(left.epoch);
  expect([...(await dump()).keys()]).toEqual(['vault']);
  await (await device()).destroyLeftVault();
  expect(await again.currentEpoch('anna')).toBe(again.epoch);
});

test('SESS-08 a sign-out that goes on late spares the vault of who has signed in since', async () => {
  vi.stubGlobal('localStorage', testStorage());
  const left = await signedIn('anna');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const open = openSlowly(3_000);
  const late = await device();
  const destroyed = late.destroyVault();
  await eventually(() => expect(open).toHaveBeenCalled());
  open.mockRestore();
  const ben = await signedIn('ben');
  expect(ben.epoch).not.toBe(left.epoch);
  await vi.advanceTimersByTimeAsync(3_000);
  await destroyed;
  vi.useRealTimers();
  // Asked once more, so that what was late has been done.
  await late.readSnapshot('wallet', 'ben');
  expect(await ben.currentEpoch('ben')).toBe(ben.epoch);
});

test('PWA-04 the next customer sees nothing of the previous one, even if sign-out never ran', async () => {
  const anna = await signedIn('anna');
  await anna.writeSnapshot('wallet', anna.epoch, answer, new Date());
  expect(await anna.readSnapshot('wallet', 'ben')).toBeUndefined();
  expect(await anna.currentEpoch('ben')).toBeUndefined();
  const ben = await signedIn('ben');
  expect(await ben.readSnapshot('wallet', 'ben')).toBeUndefined();
  expect([...(await dump()).keys()]).toEqual(['vault']);
});

test('PWA-04 a customer who signs in again without signing out, e.g. in another tab, keeps their snapshots', async () => {
  const page = await signedIn();
  await page.writeSnapshot('wallet', page.epoch, answer, new Date());
  await page.openVault('anna');
  expect(await page.currentEpoch('anna')).toBe(page.epoch);
  expect(await page.readSnapshot('wallet', 'anna')).toMatchObject({ text: answer });
});

test('PWA-04 a record that was moved to another read or time does not open', async () => {
  const page = await signedIn();
  await page.writeSnapshot('wallet', page.epoch, answer, new Date());
  const record = (await dump()).get('snapshot-wallet') as { savedAt: number };
  await overwrite('snapshot-history', () => record);
  expect(await page.readSnapshot('history', 'anna')).toBeUndefined();
  await overwrite('snapshot-wallet', () => ({ ...record, savedAt: record.savedAt + 1 }));
  expect(await page.readSnapshot('wallet', 'anna')).toBeUndefined();
});

test.each([
  ['cut short', (record: { box: ArrayBuffer }) => ({ ...record, box: record.box.slice(0, 9) })],
  ['another shape', () => ({ savedAt: 'yesterday' })],
  ['not a record', () => 'noise'],
])('PWA-04 a broken record (%s) is dropped silently', async (_name, damage) => {
  const page = await signedIn();
  await page.writeSnapshot('wallet', page.epoch, answer, new Date());
  await overwrite('snapshot-wallet', damage);
  expect(await page.readSnapshot('wallet', 'anna')).toBeUndefined();
  expect([...(await dump()).keys()]).toEqual(['vault']);
  expect(await page.writeSnapshot('wallet', page.epoch, answer, new Date())).toBe(true);
});

test.each([
  ['broken', () => overwrite('vault', () => ({ userId: 'anna', epoch: 'x', key: 'no key' }))],
  ['gone', () => overwrite('vault', () => undefined)],
] as const)(
  'PWA-04 the next visit replaces a vault that is %s with a new one, once only',
  async (_name, lose) => {
    await signedIn();
    await lose();
    const page = await device();
    expect(await page.currentEpoch('anna')).toMatch(/^[0-9a-f]{32}$/);
    expect(await page.currentEpoch('ben')).toBeUndefined();
    await lose();
    expect(await page.currentEpoch('anna')).toBeUndefined();
  },
);

test('PWA-04 BEY-26 while the app lock is on, no vault is made that would open without it', async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'on' });
  const page = await device();
  expect(await page.currentEpoch('anna')).toBeUndefined();
});

test('PWA-04 HARD-04 a snapshot older than seven days is not shown, and removed once that is certain', async () => {
  const page = await signedIn();
  await page.writeSnapshot('wallet', page.epoch, answer, new Date(Date.now() - 7 * DAY_MS + 9_000));
  await page.writeSnapshot('history', page.epoch, answer, new Date(Date.now() - 7 * DAY_MS - 1));
  expect(await page.readSnapshot('wallet', 'anna')).toBeDefined();
  expect(await page.readSnapshot('history', 'anna')).toBe('old');
  expect([...(await dump()).keys()]).toEqual(['snapshot-history', 'snapshot-wallet', 'vault']);
  const { anchorClock } = await import('#platform/time/server-clock.ts');
  anchorClock(Date.now());
  expect(await page.readSnapshot('history', 'anna')).toBe('old');
  expect([...(await dump()).keys()]).toEqual(['snapshot-wallet', 'vault']);
});

test('HARD-04 with a clock eight days fast a copy is hidden and kept, and shown again when the clock is right', async () => {
  const page = await signedIn();
  const savedAt = new Date();
  await page.writeSnapshot('wallet', page.epoch, answer, savedAt);
  const now = Date.now.bind(Date);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 8 * DAY_MS);
  expect(await page.readSnapshot('wallet', 'anna')).toBe('old');
  // The server's time is known, and somebody sets the clock forward: nobody knows it for sure.
  const { anchorClock } = await import('#platform/time/server-clock.ts');
  clock.mockRestore();
  anchorClock(now());
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 8 * DAY_MS);
  expect(await page.readSnapshot('wallet', 'anna')).toBe('old');
  vi.restoreAllMocks();
  expect(await page.readSnapshot('wallet', 'anna')).toEqual({ text: answer, savedAt });
});

test('PWA-04 an answer that comes out of order does not replace a newer one', async () => {
  const page = await signedIn();
  const now = Date.now();
  await page.writeSnapshot('wallet', page.epoch, 'newer', new Date(now));
  expect(await page.writeSnapshot('wallet', page.epoch, 'older', new Date(now - 2_000))).toBe(
    false,
  );
  expect(await page.readSnapshot('wallet', 'anna')).toMatchObject({ text: 'newer' });
  // If the server's clock was set back, the outdated answer must not stay on screen.
  const setBack = new Date(now - DAY_MS);
  expect(await page.writeSnapshot('wallet', page.epoch, 'corrected', setBack)).toBe(true);
});

const brokenDatabases: readonly (readonly [string, () => void])[] = [
  ['is missing', () => vi.stubGlobal('indexedDB', undefined)],
  [
    'is blocked',
    () =>
      vi.stubGlobal('indexedDB', {
        open: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      }),
  ],
  [
    'is broken',
    () => {
      vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
        const request = { error: new DOMException('broken', 'UnknownError') } as IDBOpenDBRequest;
        queueMicrotask(() => request.onerror?.call(request, new Event('error')));
        return request as never;
      });
    },
  ],
  [
    'is full',
    () => {
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError');
      });
    },
  ],
];

test.each(brokenDatabases)(
  'PWA-04 if IndexedDB %s, nothing is kept and nothing fails',
  async (_name, breakIt) => {
    breakIt();
    const page = await device();
    await page.openVault('anna');
    expect(await page.currentEpoch('anna')).toBeUndefined();
    expect(await page.writeSnapshot('wallet', 'some epoch', answer, new Date())).toBe(false);
    expect(await page.readSnapshot('wallet', 'anna')).toBeUndefined();
    await page.destroyVault();
    vi.restoreAllMocks();
  },
);

test('PWA-04 a database that never answers delays the app by two seconds at most, and only once', async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const page = await device();
  const epoch = page.currentEpoch('anna');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await epoch).toBeUndefined();
  // Known to be silent: the next call does not wait.
  const again = page.readSnapshot('wallet', 'anna');
  await vi.advanceTimersByTimeAsync(1);
  expect(await again).toBeUndefined();
});

/** From now on, the database opens after so many milliseconds. */
function openSlowly(ms: number) {
  const open = IDBFactory.prototype.open;
  return vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (
    this: IDBFactory,
    ...given
  ) {
    const slow = {} as { -readonly [Name in keyof IDBOpenDBRequest]: IDBOpenDBRequest[Name] };
    setTimeout(() => {
      const request = open.apply(this, given);
      request.onsuccess = (event) => {
        slow.result = request.result;
        slow.onsuccess?.call(slow, event);
      };
    }, ms);
    return slow as never;
  });
}

test.each([
  ['a page that starts', 'currentEpoch'],
  ['who signs in again', 'openVault'],
] as const)('PWA-04 a database that answers late loses nothing: %s', async (_who, opens) => {
  const before = await signedIn();
  await before.writeSnapshot('wallet', before.epoch, answer, new Date());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  openSlowly(3_000);
  const page = await device();
  const opened = page[opens]('anna');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await opened).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await expect.poll(() => page.currentEpoch('anna')).toBe(before.epoch);
  expect(await page.readSnapshot('wallet', 'anna')).toMatchObject({ text: answer });
});

test('PWA-04 another customer who signs in gets a vault of their own, even if the database answers late', async () => {
  const anna = await signedIn('anna');
  await anna.writeSnapshot('wallet', anna.epoch, answer, new Date());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  openSlowly(3_000);
  const page = await device();
  const opened = page.openVault('ben');
  await vi.advanceTimersByTimeAsync(3_000);
  await opened;
  vi.useRealTimers();
  expect(await page.currentEpoch('ben')).toMatch(/^[0-9a-f]{32}$/);
  expect([...(await dump()).keys()]).toEqual(['vault']);
});

test('PWA-04 without WebCrypto nothing is kept', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const page = await device();
  await page.openVault('anna');
  expect(await page.currentEpoch('anna')).toBeUndefined();
});

test('PWA-04 the browser is asked to keep the data after signing in, and may decline', async () => {
  const persist = vi.fn(() => Promise.reject(new Error('no')));
  vi.stubGlobal('navigator', { storage: { persist } });
  const page = await device();
  expect(persist).not.toHaveBeenCalled();
  await page.openVault('anna');
  expect(persist).toHaveBeenCalledOnce();
});
