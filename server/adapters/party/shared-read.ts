import type { QueryExecutorProvider } from 'kysely';

/**
 * Reads once for all who ask in the same moment, before the statement is sent: nobody gets what was read
 * before they asked.
 */
export function sharedRead<T>(
  read: (db: QueryExecutorProvider) => Promise<T>,
): (db: QueryExecutorProvider) => Promise<T> {
  const begun = new WeakMap<QueryExecutorProvider, Promise<T>>();
  return (db) => {
    const reading =
      begun.get(db) ??
      Promise.resolve().then(() => {
        begun.delete(db);
        return read(db);
      });
    begun.set(db, reading);
    return reading;
  };
}
