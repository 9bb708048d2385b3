import { expect, type Page } from '@playwright/test';

/** The worker has installed and serves this page. */
export async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker?.controller?.state === 'activated');
}

/** Opens a page and waits until the worker serves it. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await controlled(page);
}

export interface Kept {
  readonly cache: string;
  readonly path: string;
}

/** Every address in every cache of the device. */
export const cachedPaths = (page: Page): Promise<Kept[]> =>
  page.evaluate(async () => {
    const found = await Promise.all(
      (await caches.keys()).map(async (cache) => {
        const requests = await (await caches.open(cache)).keys();
        return requests.map(({ url }) => ({ cache, path: new URL(url).pathname }));
      }),
    );
    return found.flat();
  });

/** Runs in the page: its device's records by name, as a reader of the disk would have them. */
export const readRecords = async (): Promise<Record<string, string>> => {
  const bytes = (view: ArrayBuffer): string =>
    String.fromCharCode(...new Uint8Array(view.slice(0, 100_000)));
  const text = (value: unknown): unknown => {
    if (value instanceof ArrayBuffer) return bytes(value);
    if (ArrayBuffer.isView(value)) return bytes(value.buffer as ArrayBuffer);
    if (value instanceof CryptoKey) return { type: value.type, extractable: value.extractable };
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, text(part)]));
  };
  const answer = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const records: Record<string, string> = {};
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await answer(indexedDB.open(name));
    for (const storeName of database.objectStoreNames) {
      const store = database.transaction(storeName).objectStore(storeName);
      const [keys, values] = await Promise.all([
        answer(store.getAllKeys()),
        answer(store.getAll()),
      ]);
      keys.forEach((key, at) => {
        records[String(key)] = JSON.stringify(text(values[at]));
      });
    }
    database.close();
  }
  return records;
};

/** The device's records by name, as bytes and texts that a reader of the disk would have. */
export const deviceRecords = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(readRecords);

/** Waits until the worker has kept the answers of these reads. */
export async function keptOnDevice(page: Page, ...names: readonly string[]): Promise<void> {
  await expect
    .poll(async () => Object.keys(await deviceRecords(page)))
    .toEqual(expect.arrayContaining(names.map((name) => `snapshot-${name}`)));
}

/**
 * The same where the page's clock is the test's (`page.clock.install`). It goes second by second: a jump
 * would end requests whose answers are on their way, for their patience is counted by the same clock.
 */
export async function keptAsTimePasses(page: Page, name: string): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1_000);
    expect(Object.keys(await deviceRecords(page))).toContain(`snapshot-${name}`);
  }).toPass({ intervals: [50], timeout: 20_000 });
}

/** When the device kept the answer of a read; NaN before. */
export async function keptAt(page: Page, name: string): Promise<number> {
  const record = (await deviceRecords(page))[`snapshot-${name}`];
  return record === undefined ? Number.NaN : JSON.parse(record).savedAt;
}

/**
 * Leaves a device with balances that are newer than its total, as where the wallet was closed in between:
 * the picker asks for the balances, too, and shows no total.
 */
export async function keepNewerBalances(page: Page, usdc: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.goto('/assets/send');
      await expect(page.getByRole('link', { name: /USDC/ })).toContainText(usdc);
      return (await keptAt(page, 'wallet')) - (await keptAt(page, 'total'));
    })
    .toBeGreaterThan(1_000);
}
