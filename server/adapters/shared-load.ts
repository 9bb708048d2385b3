import type { Now } from './clock.ts';

/**
 * A value loaded from a provider, kept for a while and loaded once however many ask at a time.
 * A failed load (undefined) is not asked again for `retryMs`, so that an outage is not hammered.
 */
export function sharedLoad<T>(settings: {
  readonly load: () => Promise<T | undefined>;
  readonly freshMs: number;
  readonly retryMs: number;
  readonly now: Now;
}): () => Promise<T | undefined> {
  let value: T | undefined;
  let nextLoad = Number.NEGATIVE_INFINITY;
  let running: Promise<T | undefined> | undefined;

  const run = async (): Promise<T | undefined> => {
    const loaded = await settings.load();
    value = loaded ?? value;
    nextLoad = settings.now() + (loaded === undefined ? settings.retryMs : settings.freshMs);
    return value;
  };

  return () => {
    if (settings.now() < nextLoad) return Promise.resolve(value);
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
