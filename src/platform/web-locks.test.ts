import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withLock } from './web-locks.ts';

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
