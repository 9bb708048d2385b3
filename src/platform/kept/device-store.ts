import { promisifyRequest } from 'idb-keyval';
import { onPutAside, onShownAgain } from '#platform/page/put-aside.ts';

/** Page and worker share one database, so each one's transactions wait for the other's. */
const DATABASE = 'kopa-device';
const RECORDS = 'records';
/**
 * The longest wait for a browser that may never answer (Safari after waking up, a blocked upgrade).
 */
const PATIENCE_MS = 2_000;

let records: Promise<IDBDatabase> | undefined;
/** The database has timed out and not answered since: calls are still made, but not waited for. */
let silent = false;

/** The transactions under way here. */
const underWay = new Set<IDBTransaction>();
/** Settles once the page is shown again; undefined unless the browser has put it aside. */
let shownAgain: Promise<void> | undefined;
let begin = (): void => undefined;

function follow(transaction: IDBTransaction): void {
  underWay.add(transaction);
  for (const end of ['complete', 'abort']) {
    transaction.addEventListener(end, () => underWay.delete(transaction), { once: true });
  }
}

function undo(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It is being committed and needs this page no more.
  }
}

// Otherwise no other page could use the database in WebKit. What is undone begins anew when the page is shown again.
onPutAside(() => {
  shownAgain = new Promise((resolve) => {
    begin = resolve;
  });
  underWay.forEach(undo);
});
onShownAgain(() => {
  shownAgain = undefined;
  begin();
});

/** `version`: only to make the store in a database that lacks it. */
async function openDatabase(version?: number): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, version);
  request.onupgradeneeded = () => request.result.createObjectStore(RECORDS);
  const database = await promisifyRequest(request);
  // Another page makes the store anew, or the browser closed the database, as Safari does after sleep.
  database.onversionchange = () => {
    database.close();
    records = undefined;
  };
  database.onclose = () => {
    records = undefined;
  };
  return database;
}

/** The database; one that an interrupted first opening left without its store is given one (HARD-72). */
async function openRecords(): Promise<IDBDatabase> {
  const database = await openDatabase();
  if (database.objectStoreNames.contains(RECORDS)) return database;
  const { version } = database;
  database.close();
  return openDatabase(version + 1);
}

async function run<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
  again = true,
): Promise<T | undefined> {
  try {
    await shownAgain;
    records ??= openRecords();
    const transaction = (await records).transaction(RECORDS, mode);
    follow(transaction);
    return await work(transaction.objectStore(RECORDS));
  } catch {
    // The database is missing, blocked, full or broken, the browser closed it silently, as Safari
    // does after sleep, or it has put the page aside. In the last two cases, a sign-out's deletions
    // are still performed, once it is reopened or the page is shown again.
    records = undefined;
    return again ? run(mode, work, false) : undefined;
  }
}

/**
 * Runs one transaction over the device's records. Returns undefined when IndexedDB fails or does
 * not answer in time: the app never depends on what is kept there.
 */
export async function transact<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T | undefined> {
  const running = run(mode, work).finally(() => {
    silent = false;
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(
      () => {
        silent = true;
        resolve(undefined);
      },
      silent ? 0 : PATIENCE_MS,
    );
  });
  return Promise.race([running, tooLong]).finally(() => clearTimeout(timer));
}
