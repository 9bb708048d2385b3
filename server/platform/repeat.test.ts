import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Deps } from '#server/deps.ts';
import { startLoop } from './repeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const logged: string[] = [];
const deps = { log: { error: (text: string) => void logged.push(text) } } as unknown as Deps;
type Round = Parameters<typeof startLoop>[1]['round'];
const repeat = (everyMs: number, failed: string, round: Round) =>
  startLoop(deps, { everyMs, failed, round });

test('a round never overlaps the one before, and stopping waits for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = vi.fn((_deps: Deps, _stopping: AbortSignal) => promise);
  const stop = repeat(100, 'failed', work);
  await vi.advanceTimersByTimeAsync(350);
  expect(work).toHaveBeenCalledOnce();
  expect(work.mock.lastCall?.[1].aborted).toBe(false);
  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(350);
  expect(stopped).toBe(false);
  expect(work.mock.lastCall?.[1].aborted).toBe(true);
  resolve();
  await stopping;
  await vi.advanceTimersByTimeAsync(350);
  expect(work).toHaveBeenCalledOnce();
});

test('a round that fails is logged, and the next one still runs', async () => {
  logged.length = 0;
  const work = vi.fn(() => Promise.reject(new Error('down')));
  const stop = repeat(100, 'not looked for', work);
  await vi.advanceTimersByTimeAsync(150);
  expect(work).toHaveBeenCalledTimes(2);
  expect(logged).toEqual(['not looked for', 'not looked for']);
  await stop();
});

test('the first round does not wait for the interval: many a process lives for less than one', async () => {
  const work = vi.fn(() => Promise.resolve());
  const stop = repeat(600_000, 'failed', work);
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledOnce();
  await stop();
});
