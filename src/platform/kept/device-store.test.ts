import { IDBFactory } from 'fake-indexeddb';
import { promisifyRequest } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A page with modules of its own over the device's one database; gives back how to put it aside. */
async function pageOver(database: IDBFactory) {
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('indexedDB', database);
  vi.resetModules();
  const { transact } = await import('./device-store.ts');
  const tell = (type: string, persisted: boolean): void => {
    events.dispatchEvent(Object.assign(new Event(type), { persisted }));
  };
  return { transact, tell };
}

const read = (store: IDBObjectStore): Promise<unknown> => promisifyRequest(store.get('name'));

/** Writes after a step that never ends, unless it is undone, but the first time only. */
function slowWrite() {
  let times = 0;
  const begun = Promise.withResolvers<void>();
  const work = async (store: IDBObjectStore): Promise<string> => {
    times += 1;
    while (times === 1) {
      await read(store);
      begun.resolve();
    }
    store.put('written', 'name');
    await promisifyRequest(store.transaction);
    return 'done';
  };
  return { work, begun: begun.promise };
}

let database: IDBFactory;
beforeEach(() => {
  database = new IDBFactory();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('HARD-18 what a page was writing when the browser put it aside holds nobody back, and is written when it is back', async () => {
  const left = await pageOver(database);
  const opened = await pageOver(database);
  const { work, begun } = slowWrite();
  const writing = left.transact('readwrite', work);
  await begun;
  left.tell('pagehide', true);
  expect(await opened.transact('readonly', async (store) => [await read(store)])).toEqual([
    undefined,
  ]);
  left.tell('pageshow', true);
  expect(await writing).toBe('done');
  expect(await opened.transact('readonly', read)).toBe('written');
});

test('HARD-18 a page that is put aside begins no transaction until it is shown again', async () => {
  const page = await pageOver(database);
  const other = await pageOver(database);
  page.tell('pagehide', true);
  let begun = 0;
  const reading = page.transact('readonly', async (store) => {
    begun += 1;
    return [await read(store)];
  });
  // Asked later and answered: by now, the first would have begun.
  await other.transact('readwrite', read);
  expect(begun).toBe(0);
  page.tell('pageshow', true);
  expect(await reading).toEqual([undefined]);
  expect(begun).toBe(1);
});

test('HARD-18 a page that ends, or one shown for the first time, is no page put aside', async () => {
  const page = await pageOver(database);
  page.tell('pageshow', false);
  page.tell('pagehide', false);
  expect(await page.transact('readonly', async (store) => [await read(store)])).toEqual([
    undefined,
  ]);
});

test('HARD-72 a database that was left without its store is given one, and keeps from then on', async () => {
  const left = database.open('kopa-device');
  (await promisifyRequest(left)).close();
  const page = await pageOver(database);
  const other = await pageOver(database);
  await page.transact('readwrite', async (store) => {
    store.put('kept', 'name');
    await promisifyRequest(store.transaction);
  });
  expect(await page.transact('readonly', read)).toBe('kept');
  expect(await other.transact('readonly', read)).toBe('kept');
});
