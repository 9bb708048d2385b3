import { proxy } from 'valtio/vanilla';
import { session, whenCustomerChanges } from './session.ts';
import { endedUser } from './session-expired.ts';

/**
 * What the page does for one customer, from when they are there until they sign out, their session ends or somebody
 * else signs in, in whichever tab (READ-01). Visitors have one too.
 */
export interface Scope {
  /** Undefined for a visitor. */
  readonly userId: string | undefined;
  /** Aborted when the customer is gone. */
  readonly gone: AbortSignal;
  /**
   * Settles as `work` does, and never once the customer is gone: what comes after it, such as showing or saving a
   * result, then does not happen.
   */
  readonly only: <T>(work: Promise<T>) => Promise<T>;
  /** As `only`, for work that an event or a timer begins later: once the customer is gone it is not even begun. */
  readonly begin: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Whether the customer is there, or their session has just ended and they have not read so: what they typed is still
   * theirs to keep (BEY-11).
   */
  readonly isTheirs: () => boolean;
  /** As `only`, but a form hears it too whose customer's session has just ended. */
  readonly heard: <T>(work: Promise<T>) => Promise<T>;
}

const passedOn =
  (counts: () => boolean) =>
  <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      work.then(
        (value) => counts() && resolve(value),
        (error: unknown) => counts() && reject(error),
      );
    });

function open(): { readonly scope: Scope; readonly drop: () => void } {
  const userId = session.user?.id;
  const control = new AbortController();
  const { signal: gone } = control;
  const isThere = (): boolean => !gone.aborted;
  const isTheirs = (): boolean => isThere() || (userId !== undefined && userId === endedUser());
  const only = passedOn(isThere);
  const begin = <T>(work: () => Promise<T>): Promise<T> =>
    isThere() ? only(work()) : new Promise(() => undefined);
  const scope = { userId, gone, only, begin, isTheirs, heard: passedOn(isTheirs) };
  return { scope, drop: () => control.abort() };
}

let current = open();

const afterwards = new Set<(former: Scope) => void>();

whenCustomerChanges(() => {
  const former = current;
  current = open();
  former.drop();
  for (const run of afterwards) run(former.scope);
});

/** The scope of whoever is there now. Work that waits for anything takes it before it begins. */
export const scope = (): Scope => current.scope;

/** Runs `run` each time somebody is gone; by then the next one's scope is open. */
export function whenGone(run: (former: Scope) => void): void {
  afterwards.add(run);
}

/** A store of what is known of whoever is there; it begins anew with the next one. `initial` has all its fields. */
export function scopedStore<T extends object>(initial: () => T): T {
  const store = proxy(initial());
  whenGone(() => {
    const fresh = initial();
    for (const name of Object.keys(store)) {
      if (!(name in fresh)) Reflect.deleteProperty(store, name);
    }
    Object.assign(store, fresh);
  });
  return store;
}

/** A store that forgets by itself whoever is gone. */
export function forgetful<T extends { forget(): void }>(store: T): T {
  whenGone(store.forget);
  return store;
}

/** Something that each scope has for itself, made when it is first needed. */
export function perScope<T extends object>(make: () => T): () => T {
  const made = new WeakMap<Scope, T>();
  return () => {
    const of = scope();
    const known = made.get(of) ?? make();
    made.set(of, known);
    return known;
  };
}

/** Ends something that was begun for whoever is there now, at the latest when they are gone. Returns how to end it before. */
export function endsWithScope(end: () => void): () => void {
  const { gone } = scope();
  const once = (): void => {
    gone.removeEventListener('abort', once);
    end();
  };
  gone.addEventListener('abort', once);
  return once;
}

/** Settles once `work` has, or whoever is there now is gone: for what only shows that something is under way. */
export function doneOrGone(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const end = endsWithScope(() => resolve());
    work.then(end, end);
  });
}
