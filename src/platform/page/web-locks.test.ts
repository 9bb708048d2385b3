import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { alone, withLock } from './web-locks.ts';

/** Another tab holds the lock until it is let go. */
let letGo = (): void => {};

interface Options {
  readonly ifAvailable?: boolean;
  readonly signal?: AbortSignal;
}

beforeEach(() => {
  vi.useFakeTimers();
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const request = async (_: string, options: Options, work: (lock: object | null) => unknown) => {
    if (options.ifAvailable) return work(null);
    await Promise.race([
      free,
      new Promise((__, reject) => {
        options.signal?.addEventListener('abort', () =>
          reject(new DOMException('stopped', 'AbortError')),
        );
      }),
    ]);
    return work({});
  };
  vi.stubGlobal('navigator', { locks: { request } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('READ-02 a lock that another tab keeps is not waited for without an end: the work is done without it', async () => {
  const work = vi.fn(async (waited: boolean) => `done ${waited}`);
  const done = withLock('kopa-refresh', 15_000, work);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await done).toBe('done true');
  expect(work).toHaveBeenCalledOnce();
});

test('READ-02 work that has begun in its turn is not begun again, whatever becomes of it', async () => {
  const work = vi.fn(() => Promise.reject(new Error('failed')));
  const done = withLock('kopa-refresh', 15_000, work);
  letGo();
  await expect(done).rejects.toThrow('failed');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(work).toHaveBeenCalledOnce();
});

/** The locks of a browser, of one name, as far as a tab that listens needs them. */
function locksOfBrowser() {
  const taken = () => new DOMException('taken', 'AbortError');
  let held: { readonly lose: () => void; readonly over: Promise<unknown> } | undefined;
  const grant = (work: () => Promise<unknown>): Promise<unknown> => {
    const lost = Promise.withResolvers<never>();
    const working = work();
    const mine = { lose: () => lost.reject(taken()), over: Promise.race([working, lost.promise]) };
    held = mine;
    return mine.over.finally(() => {
      if (held === mine) held = undefined;
    });
  };
  const request = async (
    _: string,
    { signal, steal }: { readonly signal?: AbortSignal; readonly steal?: boolean },
    work: () => Promise<unknown>,
  ) => {
    if (steal) held?.lose();
    else {
      const stopped = new Promise<never>((__, reject) => {
        signal?.addEventListener('abort', () => reject(taken()));
      });
      while (held) await Promise.race([held.over.catch(() => undefined), stopped]);
    }
    return grant(work);
  };
  vi.stubGlobal('navigator', { locks: { request } });
}

test('READ-02 a lock is taken from a tab that sleeps with it, and that tab hears so', async () => {
  locksOfBrowser();
  const never = new AbortController().signal;
  const heard = vi.fn();
  const sleeping = alone(
    'kopa-live',
    (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          heard();
          resolve();
        });
      }),
    never,
    () => false,
  );
  await vi.advanceTimersByTimeAsync(0);
  let isAsleep = false;
  const stop = new AbortController();
  const work = vi.fn(() => new Promise<void>(() => undefined));
  void alone('kopa-live', work, stop.signal, () => isAsleep).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).not.toHaveBeenCalled();
  isAsleep = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(work).toHaveBeenCalledOnce();
  await sleeping;
  expect(heard).toHaveBeenCalledOnce();
});
