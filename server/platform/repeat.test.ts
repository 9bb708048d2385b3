import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Deps } from '#server/deps.ts';
import { repeat } from './repeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const logged: string[] = [];
const log = { error: (text: string) => void logged.push(text) } as unknown as Deps['log'];

test('a round never overlaps the one before, and stopping waits for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = vi.fn((_stopping: AbortSignal) => promise);
  const stop = repeat({ log }, 100, 'failed', work);
  await vi.advanceTimersByTimeAsync(350);
  expect(work).toHaveBeenCalledOnce();
  expect(work.mock.lastCall?.[0].aborted).toBe(false);
  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(350);
  expect(stopped).toBe(false);
  expect(work.mock.lastCall?.[0].aborted).toBe(true);
  resolve();
  await stopping;
  await vi.advanceTimersByTimeAsync(350);
  expect(work).toHaveBeenCalledOnce();
});

test('a round that fails is logged, and the next one still runs', async () => {
  logged.length = 0;
  const work = vi.fn(() => Promise.reject(new Error('down')));
  const stop = repeat({ log }, 100, 'not looked for', work);
  await vi.advanceTimersByTimeAsync(150);
  expect(work).toHaveBeenCalledTimes(2);
  expect(logged).toEqual(['not looked for', 'not looked for']);
  await stop();
});

test('the first round does not wait for the interval: many a process lives for less than one', async () => {
  const work = vi.fn(() => Promise.resolve());
  const stop = repeat({ log }, 600_000, 'failed', work);
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledOnce();
  await stop();
});
