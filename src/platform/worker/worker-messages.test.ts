import { afterEach, expect, test, vi } from 'vitest';
import {
  askToMend,
  greetingTo,
  isActivateRequest,
  isMendRequest,
  isOurs,
} from './worker-messages.ts';

afterEach(() => void vi.useRealTimers());

/** A worker that answers each request with what `answer` gives, and otherwise says nothing. */
const worker = (answer: (request: unknown) => unknown) =>
  ({
    postMessage(request: unknown, [port]: readonly MessagePort[]) {
      const answered = answer(request);
      if (answered !== undefined) port?.postMessage(answered);
    },
  }) as unknown as ServiceWorker;

test('HARD-01 a worker that greets is ours, and one that says nothing in time is not', async () => {
  expect(await isOurs(worker(greetingTo))).toBe(true);
  vi.useFakeTimers();
  const asked = isOurs(worker(() => undefined));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await asked).toBe(false);
});

test('HARD-02 what a worker answers about its files is passed on, and an older worker’s silence', async () => {
  const mended = worker((request) => (isMendRequest(request) ? 'mended' : undefined));
  expect(await askToMend(mended)).toBe('mended');
  expect(await askToMend(worker(() => 'something else'))).toBeUndefined();
  vi.useFakeTimers();
  const asked = askToMend(
    worker((request) => (isActivateRequest(request) ? 'applied' : undefined)),
  );
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await asked).toBeUndefined();
});
