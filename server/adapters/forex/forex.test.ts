import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#server/adapters/party/clock.ts';
import type { OpenDatabase } from '#server/store/open.ts';
import { memoryDatabase } from '#tests/support/memory-database.ts';
import { Provider } from '#tests/support/provider.ts';
import { bundledForex, shiftedForex } from './bundled.ts';
import { perUsd } from './cross-rates.ts';
import { httpForex, readRates } from './http-forex.ts';
import { keepRates, readRatesOf } from './kept-rates.ts';

let store: OpenDatabase;
beforeAll(async () => {
  store = await memoryDatabase();
});
afterAll(() => store.close());
let provider: Provider | undefined;
afterEach(() => provider?.stop());

test('NET-06 the bundled rates are dated and exact to eight decimals per USD', async () => {
  expect(await bundledForex(() => 5).latest()).toEqual({
    // Those of the sandbox were just made, and nobody doubts them.
    at: new Date(5),
    vouched: true,
    base: 'USD',
    date: '2024-12-31',
    rates: {
      USD: '1',
      EUR: '0.96255655',
      JPY: '156.95447108',
      GBP: '0.79813264',
      AUD: '1.61439985',
      CAD: '1.43882953',
    },
  });
});

test('without a USD rate no rates per USD can be made', () => {
  expect(perUsd({ JPY: '163.06' })).toBeUndefined();
  expect(perUsd({ USD: '0' })).toBeUndefined();
});

test('NET-06 FMT-01 the rates of a real service are read without a float, and it is asked once in five minutes', async () => {
  let now = 0;
  provider = new Provider(
    () =>
      '{"amount":1.0,"base":"USD","date":"2026-11-20","rates":{"EUR":0.96255654123456,"AUD":1.6144,"GBP":7.9813e-1,"SEK":11.03}}',
  );
  const forex = httpForex({ url: await provider.start(), db: store.db, now: () => now });
  const expected = {
    base: 'USD',
    date: '2026-11-20',
    at: expect.any(Date),
    rates: { USD: '1', EUR: '0.96255654', AUD: '1.6144', GBP: '0.79813' },
  };
  expect(await forex.latest()).toEqual(expected);
  now = 299_000;
  await forex.latest();
  expect(provider.seen).toHaveLength(1);
  now = 301_000;
  provider.answerWith(() => ({ status: 500 }));
  expect(await forex.latest()).toEqual(expected);
  expect(provider.seen).toHaveLength(2);
});

test('BUY-05 sales use recent rates only; older ones are still shown with their date', async () => {
  // The evening of the Thursday before Easter.
  let now = Date.UTC(2026, 3, 2, 20);
  const answer = '{"base":"USD","date":"2026-04-02","rates":{"EUR":0.9,"AUD":1.5}}';
  provider = new Provider(() => answer);
  const forex = httpForex({ url: await provider.start(), db: store.db, now: () => now });
  expect(await forex.current()).toMatchObject({ date: '2026-04-02' });

  provider.answerWith(() => ({ status: 500 }));
  now += 6 * HOUR;
  expect(await forex.current()).toMatchObject({ date: '2026-04-02' });
  now += 2 * MINUTE;
  expect(await forex.current()).toBeUndefined();
  expect(await forex.latest()).toMatchObject({ date: '2026-04-02', rates: { AUD: '1.5' } });

  // The service answers again, with the same day: no newer rates come before Tuesday afternoon.
  provider.answerWith(() => answer);
  now = Date.UTC(2026, 3, 7, 14);
  expect(await forex.current()).toMatchObject({ date: '2026-04-02' });
  now = Date.UTC(2026, 3, 8, 14);
  expect(await forex.current()).toBeUndefined();
  expect(await forex.latest()).toMatchObject({ date: '2026-04-02' });
});

test('BANK-03 a rates service that does not answer holds up no trade: the rates known are used', async () => {
  let now = Date.UTC(2026, 3, 2, 12);
  const silence = Promise.withResolvers<string>();
  provider = new Provider(() => '{"base":"USD","date":"2026-04-02","rates":{"EUR":0.9,"AUD":1.5}}');
  const forex = httpForex({ url: await provider.start(), db: store.db, now: () => now });
  await forex.current();
  provider.answerWith(() => silence.promise);
  now += 2 * HOUR;
  expect(await forex.current()).toMatchObject({ rates: { AUD: '1.5' } });
  // It was still being asked, and its answer counts once it comes.
  silence.resolve('{"base":"USD","date":"2026-04-02","rates":{"EUR":0.9,"AUD":1.6}}');
  expect(await forex.latest()).toMatchObject({ rates: { AUD: '1.6' } });
});

test('HARD-48 a rate has the moment that its service says; of a date alone, the beginning of that day', () => {
  const read = (more: string) => readRates(`{"base":"USD",${more}"rates":{"EUR":1,"AUD":2}}`);
  const at = Date.UTC(2026, 10, 20, 15, 30);
  expect(read(`"date":"2026-11-20","timestamp":${at / 1000},`)).toMatchObject({ at });
  expect(read(`"timestamp":${at / 1000},`)).toMatchObject({ at, date: '2026-11-20' });
  expect(read('"date":"2026-11-20",')).toMatchObject({ at: Date.UTC(2026, 10, 20) });
  expect(read('"date":"2026-11-20","timestamp":1e99,')).toMatchObject({
    at: Date.UTC(2026, 10, 20),
  });
  expect(read('"date":"2026-13-40",')).toBeUndefined();
  expect(read('')).toBeUndefined();
});

test('HARD-48 no rate is younger than when it was heard, and one of the day after tomorrow is none', async () => {
  const now = Date.UTC(2026, 10, 20, 15);
  const forexAt = async (at: number) => {
    const timestamp = at / 1000;
    provider = new Provider(
      () => `{"base":"USD","timestamp":${timestamp},"rates":{"EUR":0.9,"AUD":1.5}}`,
    );
    const rates = await httpForex({
      url: await provider.start(),
      db: store.db,
      now: () => now,
    }).current();
    await provider.stop();
    return rates?.at.getTime();
  };
  expect(await forexAt(now - MINUTE)).toBe(now - MINUTE);
  expect(await forexAt(now + MINUTE)).toBe(now);
  expect(await forexAt(now + 48 * HOUR)).toBeUndefined();
});

test('NET-06 an answer without valid rates is refused', () => {
  expect(readRates('{"base":"EUR","date":"2026-11-20","rates":{"EUR":1,"AUD":2}}')).toBeUndefined();
  expect(readRates('{"base":"USD","date":"today","rates":{"EUR":1,"AUD":2}}')).toBeUndefined();
  expect(readRates('{"base":"USD","date":"2026-11-20","rates":{"EUR":0,"AUD":2}}')).toBeUndefined();
  expect(readRates('nonsense')).toBeUndefined();
});

test('INS-01 rates of the past are those that were kept then, of the days that were asked for', async () => {
  const forex = httpForex({ url: 'http://localhost:1', db: store.db, now: Date.now });
  await keepRates(store.db, [
    { date: '2026-01-02', rates: { AUD: '1.5', EUR: '0.9' } },
    { date: '2026-01-05', rates: { AUD: '1.6' } },
  ]);
  await keepRates(store.db, [{ date: '2026-01-05', rates: { AUD: '9' } }]);
  expect(await forex.past('2026-01-01', '2026-01-05')).toEqual([
    { base: 'USD', date: '2026-01-02', rates: { AUD: '1.5', EUR: '0.9' } },
    { base: 'USD', date: '2026-01-05', rates: { AUD: '1.6' } },
  ]);
  expect(await forex.past('2026-01-03', '2026-01-04')).toEqual([]);
});

test('INS-01 the sandbox has a past that ends in its rates of today, moves, and never changes', async () => {
  const own = await memoryDatabase();
  let now = Date.UTC(2026, 4, 13, 12);
  const twin = () =>
    shiftedForex(
      bundledForex(() => now),
      { db: own.db, now: () => now },
    );
  const past = await twin().past('2023-05-15', '2026-05-13');
  expect(past).toHaveLength(1095);
  const present = await twin().latest();
  expect(past.at(-1)?.rates.AUD).toBe(present?.rates.AUD);
  expect(new Set(past.map(({ rates }) => rates.AUD)).size).toBeGreaterThan(1000);
  for (const { rates } of past) {
    const drift = Number(rates.EUR) / Number(present?.rates.EUR);
    expect(drift).toBeGreaterThan(0.9);
    expect(drift).toBeLessThan(1.1);
  }
  now += 40 * 24 * HOUR;
  const later = await twin().past('2023-05-15', '2026-06-22');
  expect(later.slice(0, past.length)).toEqual(past);
  expect(later).toHaveLength(past.length + 40);
  expect(later).toEqual(await readRatesOf(own.db, '2023-05-15', '2026-06-22'));
  await own.close();
});
