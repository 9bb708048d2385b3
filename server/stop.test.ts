import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { jsonLog, silentLog } from './base/log.ts';
import { endAfter } from './stop.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a server that has finished what was under way exits with success', async () => {
  const exit = vi.fn();
  await endAfter(async () => {}, silentLog, exit);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(exit.mock.calls).toEqual([[0]]);
});

test('a server that fails while stopping exits with an error and logs it without the text of the error', async () => {
  const lines: string[] = [];
  const exit = vi.fn();
  const work = () => Promise.reject(new Error('of jo@example.test'));
  await endAfter(
    work,
    jsonLog((line) => lines.push(line)),
    exit,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(exit.mock.calls).toEqual([[1]]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('jo@');
});

test('a server that does not finish in time exits with an error before it is killed, and logs it', async () => {
  const error = vi.fn();
  const exit = vi.fn();
  void endAfter(() => new Promise(() => {}), { ...silentLog, error }, exit);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(exit.mock.calls).toEqual([[1]]);
  expect(error).toHaveBeenCalledOnce();
});
