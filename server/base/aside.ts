import { AsyncLocalStorage } from 'node:async_hooks';

/** A call's place among those that use this process or its database. */
export interface QueueSeat {
  /** Gives the place up while the work lasts. */
  aside<T>(work: () => Promise<T>): Promise<T>;
}

/** The place of the call being answered; none outside of calls. */
export const placeTaken = new AsyncLocalStorage<QueueSeat>();

/**
 * Waits for something outside of this process and its database: a third party, or a turn to hash. Meanwhile
 * the call does not count as load, so that a slow party or a rush of sign-ins keeps no other call out
 * (OPS-10).
 */
export const aside = <T>(work: () => Promise<T>): Promise<T> => {
  const place = placeTaken.getStore();
  return place ? place.aside(work) : work();
};
