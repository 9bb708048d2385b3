import { afterEach, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#server/adapters/clock.ts';
import { Provider } from '#server/adapters/provider.fixture.ts';
import { bundledForex } from './bundled.ts';
import { perUsd } from './cross-rates.ts';
import { httpForex, readRates } from './http.ts';

let provider: Provider | undefined;
afterEach(() => provider?.stop());

test('NET-06 the bundled rates are dated and exact to eight decimals per USD', async () => {
  expect(await bundledForex().latest()).toEqual({
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

test('NET-06 FMT-01 the rates of a real service are read without a float, and it is asked once an hour', async () => {
  let now = 0;
  provider = new Provider(
    () =>
      '{"amount":1.0,"base":"USD","date":"2026-11-20","rates":{"EUR":0.96255654123456,"AUD":1.6144,"GBP":7.9813e-1,"SEK":11.03}}',
  );
  const forex = httpForex({ url: await provider.start(), now: () => now });
  const expected = {
    base: 'USD',
    date: '2026-11-20',
    rates: { USD: '1', EUR: '0.96255654', AUD: '1.6144', GBP: '0.79813' },
  };
  expect(await forex.latest()).toEqual(expected);
  now = 3_599_000;
  await forex.latest();
  expect(provider.seen).toHaveLength(1);
  now = 3_601_000;
  provider.answerWith(() => ({ status: 500 }));
  expect(await forex.latest()).toEqual(expected);
  expect(provider.seen).toHaveLength(2);
});

test('BUY-05 sales use recent rates only; older ones are still shown with their date', async () => {
  // The evening of the Thursday before Easter.
  let now = Date.UTC(2026, 3, 2, 20);
  const answer = '{"base":"USD","date":"2026-04-02","rates":{"EUR":0.9,"AUD":1.5}}';
  provider = new Provider(() => answer);
  const forex = httpForex({ url: await provider.start(), now: () => now });
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

test('NET-06 an answer without valid rates is refused', () => {
  expect(readRates('{"base":"EUR","date":"2026-11-20","rates":{"EUR":1,"AUD":2}}')).toBeUndefined();
  expect(readRates('{"base":"USD","date":"today","rates":{"EUR":1,"AUD":2}}')).toBeUndefined();
  expect(readRates('{"base":"USD","date":"2026-11-20","rates":{"EUR":0,"AUD":2}}')).toBeUndefined();
  expect(readRates('nonsense')).toBeUndefined();
});
