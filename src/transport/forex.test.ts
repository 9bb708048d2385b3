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

test('PWA-03 rates that outlived a sleep say their age, and older than a day count no more', async () => {
  vi.resetModules();
  const start = Date.parse('2026-05-13T10:42:00Z');
  const hour = 3_600_000;
  vi.useFakeTimers({ now: start });
  let answer: () => Promise<Response>;
  vi.stubGlobal('fetch', () => answer());
  const { loadForex, rates } = await import('./forex.ts');
  answer = async () => Response.json({ base: 'USD', date: '2026-05-13', rates: { EUR: '0.9' } });
  await loadForex();
  expect(rates).toMatchObject({ status: 'ready', stale: false });

  vi.setSystemTime(start + 8 * hour);
  const late = Promise.withResolvers<Response>();
  answer = () => late.promise;
  const loading = loadForex();
  expect(rates).toMatchObject({ status: 'ready', stale: true, fetchedAt: start });
  late.reject(new TypeError('no connection'));
  await loading;
  expect(rates).toMatchObject({ status: 'ready', stale: true, rates: { EUR: '0.9' } });

  vi.setSystemTime(start + 24 * hour);
  const over = loadForex();
  expect(rates.status).toBe('loading');
  await over;
  expect(rates.status).toBe('failed');
});
