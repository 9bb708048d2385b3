import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('NET-06 rates that never come are given up: what waits for them goes on', async () => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const { loadForex, rates } = await import('./forex.ts');
  const loaded = loadForex();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(rates.status).toBe('loading');
  await vi.advanceTimersByTimeAsync(1);
  await loaded;
  expect(rates.status).toBe('failed');
});
