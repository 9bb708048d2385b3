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
  const { loadForex, rates } = await import('./forex-rates.ts');
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
  const { loadForex, rates } = await import('./forex-rates.ts');
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

test('NET-06 rates are asked for by GET with the base USD, and kept as {rates, timestamp, base} for an hour', async () => {
  vi.resetModules();
  const start = Date.parse('2026-05-13T10:42:00Z');
  vi.useFakeTimers({ now: start });
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  const asked = vi.fn(async (_url: string, _init: RequestInit) =>
    Response.json({ base: 'USD', date: '2026-05-13', rates: { AUD: '1.5', EUR: '0.9' } }),
  );
  vi.stubGlobal('fetch', asked);
  const { loadForex } = await import('./forex-rates.ts');
  await loadForex();
  const [[url, init]] = asked.mock.calls as [[string, RequestInit]];
  expect(new URL(url, 'http://kopa.test').search).toBe('?base=USD');
  expect(init.method ?? 'GET').toBe('GET');
  expect(JSON.parse(kept.get('forexRates') ?? '')).toEqual({
    rates: { AUD: '1.5', EUR: '0.9' },
    timestamp: start,
    base: 'USD',
  });
  vi.setSystemTime(start + 3_599_999);
  await loadForex();
  expect(asked).toHaveBeenCalledOnce();
  vi.setSystemTime(start + 3_600_000);
  await loadForex();
  expect(asked).toHaveBeenCalledTimes(2);
});
