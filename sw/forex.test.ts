import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FOREX_AGE_HEADER } from '#core/money/exchange-rates.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START = Date.parse('2026-05-01T10:00:00Z');
const rates = (eur: string) =>
  JSON.stringify({ base: 'USD', date: '2026-05-01', rates: { EUR: eur } });
const json = (body: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } });

/** The server's next answer, and how often it was asked. */
let reply: () => Promise<Response>;
let asked = 0;

async function ask() {
  const { answerForex } = await import('./forex.ts');
  const response = await answerForex(new Request('https://kopa.test/api/forex?base=USD'));
  if (response.type === 'error') return 'nothing' as const;
  const age = response.headers.get(FOREX_AGE_HEADER);
  return { status: response.status, body: await response.text(), age };
}

const at = (ms: number) => vi.setSystemTime(START + ms);
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  vi.stubGlobal('indexedDB', new IDBFactory());
  asked = 0;
  vi.stubGlobal('fetch', (url: unknown) => {
    // Pages of other tests may still be looking for the network.
    if (String(url).includes('/api/forex')) asked += 1;
    return reply();
  });
  reply = async () => json(rates('0.91'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('PWA-03 for an hour the rates come from the device, with their age', async () => {
  expect(await ask()).toEqual({ status: 200, body: rates('0.91'), age: null });
  at(HOUR_MS - 1_000);
  expect(await ask()).toEqual({ status: 200, body: rates('0.91'), age: '3599' });
  expect(asked).toBe(1);
});

test('PWA-03 after an hour they are fetched again', async () => {
  await ask();
  reply = async () => json(rates('0.92'));
  at(HOUR_MS);
  expect(await ask()).toEqual({ status: 200, body: rates('0.92'), age: null });
  expect(asked).toBe(2);
});

test.each([
  ['without a network', lost],
  ['when the server fails', async () => json('{}', 503)],
  ['behind a captive portal', async () => new Response('<p>Sign in</p>')],
])('PWA-03 %s, stale rates up to a day old are used, with their age', async (_n, failing) => {
  await ask();
  reply = failing;
  at(24 * HOUR_MS);
  expect(await ask()).toEqual({ status: 200, body: rates('0.91'), age: '86400' });
  at(24 * HOUR_MS + 1);
  expect(await ask()).not.toMatchObject({ body: rates('0.91') });
});

test('PWA-03 a failure is passed on and never kept', async () => {
  reply = async () => json('{"status":"error"}', 503);
  expect(await ask()).toMatchObject({ status: 503 });
  reply = lost;
  expect(await ask()).toBe('nothing');
  reply = async () => json(rates('0.93'));
  expect(await ask()).toMatchObject({ body: rates('0.93') });
});

test('PWA-03 a device clock that was set back is not trusted, but a small correction is', async () => {
  await ask();
  at(-30_000);
  expect(await ask()).toMatchObject({ age: '0' });
  at(-2 * HOUR_MS);
  reply = async () => json(rates('0.95'));
  expect(await ask()).toMatchObject({ body: rates('0.95'), age: null });
});

test('HARD-04 without a network a device whose clock went back three days still has its rates, by their own time', async () => {
  await ask();
  at(-72 * HOUR_MS);
  reply = lost;
  expect(await ask()).toEqual({ status: 200, body: rates('0.91'), age: String(-72 * 3_600) });
});

test('PWA-03 tabs that ask together share one request', async () => {
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(asked).toBe(1);
});

test('PWA-03 where nothing can be stored, the network answers every time', async () => {
  vi.stubGlobal('indexedDB', undefined);
  await ask();
  expect(await ask()).toEqual({ status: 200, body: rates('0.91'), age: null });
  expect(asked).toBe(2);
});
