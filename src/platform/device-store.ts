import { createStore, type UseStore } from 'idb-keyval';

/** Page and worker share one database, so each one's transactions wait for the other's. */
const DATABASE = 'kopa-device';
const RECORDS = 'records';
/**
 * The longest wait for a browser that may never answer (Safari after waking up, a blocked upgrade).
 */
const PATIENCE_MS = 2_000;

let records: UseStore | undefined;
/** The database has timed out and not answered since: calls are still made, but not waited for. */
let silent = false;

async function run<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
  again = true,
): Promise<T | undefined> {
  try {
    records ??= createStore(DATABASE, RECORDS);
    return await records(mode, work);
  } catch {
    // The database is missing, blocked, full or broken, or the browser closed it silently, as
    // Safari does after sleep. In that case, once reopened, it still performs a sign-out's
    // deletions.
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
