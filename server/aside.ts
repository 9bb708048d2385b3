import { AsyncLocalStorage } from 'node:async_hooks';

/** What a call holds while it uses this process or its database. */
export interface Place {
  /** Gives the place up while the work lasts. */
  aside<T>(work: () => Promise<T>): Promise<T>;
}

/** The place of the call that is being answered; there is none outside of calls. */
export const placeTaken = new AsyncLocalStorage<Place>();

/**
 * Waits for what does not use this process or its database: a third party, or a turn to hash. A call
 * that waits like that counts for nothing in the load, so that a slow party or a crowd at the sign-in
 * keeps no other call out (OPS-10).
 */
export const aside = <T>(work: () => Promise<T>): Promise<T> => {
  const place = placeTaken.getStore();
  return place ? place.aside(work) : work();
};
