import { createStore, type UseStore } from 'idb-keyval';

/** One database for page and worker; a transaction of one waits for those of the other. */
const DATABASE = 'kopa-device';
const RECORDS = 'records';
/** A browser may never answer (Safari after waking up, a blocked upgrade); nobody waits longer. */
const PATIENCE_MS = 2_000;

let records: UseStore | undefined;
/** The database owes an answer: then calls are still made, but not waited for. */
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
    // Missing, blocked, full or broken; or the browser closed it without a word, as Safari does after a
    // sleep: opened anew it still takes what a sign-out has to delete.
    records = undefined;
    return again ? run(mode, work, false) : undefined;
  }
}

/**
 * Runs one transaction over the device's records. Undefined where IndexedDB cannot do it: what is kept
 * there is never needed to go on.
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
