import { setTimeout } from 'node:timers/promises';
import { aside } from '#server/base/aside.ts';
import type { Now } from './clock.ts';

const JITTER = 0.2;

/**
 * A value loaded from a provider, cached for a while, with one load for all concurrent callers. A failed load
 * (undefined) is not repeated for `retryMs`, so that a provider in trouble is not flooded. With a patience,
 * callers get the cached value (or undefined) after so many milliseconds, and the load continues for later
 * ones. Up to a fifth of `retryMs` is left out by chance, so that processes that failed together do not ask together.
 */
export function sharedLoad<T>(settings: {
  readonly load: () => Promise<T | undefined>;
  readonly freshMs: number;
  readonly retryMs: number;
  readonly now: Now;
  /** A number from 0 to 1, by chance. */
  readonly chance?: () => number;
}): (patienceMs?: number) => Promise<T | undefined> {
  let value: T | undefined;
  let nextLoad = Number.NEGATIVE_INFINITY;
  let running: Promise<T | undefined> | undefined;

  const run = async (): Promise<T | undefined> => {
    const loaded = await settings.load();
    value = loaded ?? value;
    const { freshMs, retryMs, chance = Math.random } = settings;
    const pause = loaded === undefined ? retryMs * (1 - JITTER * chance()) : freshMs;
    nextLoad = settings.now() + pause;
    return value;
  };

  return async (patienceMs) => {
    if (settings.now() < nextLoad) return value;
    running ??= run().finally(() => {
      running = undefined;
    });
    const loading = running;
    if (patienceMs === undefined) return aside(() => loading);
    const over = new AbortController();
    const patience = setTimeout(patienceMs, undefined, { signal: over.signal }).then(
      () => value,
      () => value,
    );
    return aside(() => Promise.race([loading, patience])).finally(() => over.abort());
  };
}
