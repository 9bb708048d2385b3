import { afterAll, beforeAll, expect, test } from 'vitest';
import { getPriceHistory, priceRanges } from '#core/contract/market/price.ts';
import { type InProcess, person, startInProcess } from '#tests/support/in-process.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.close());

test('D26 an asset has a price history for every range, of closed intervals, in order and without a gap', async () => {
  const { credential } = await person(server.deps);
  for (const range of priceRanges) {
    const step = range === 'day' || range === 'week' ? HOUR : DAY;
    for (const currency_id of ['BTC', 'USDC']) {
      const { data } = await server.api.must(
        getPriceHistory,
        { currency_id, range },
        { credential },
      );
      const times = data.map(({ at }) => Date.parse(at));
      expect(times.length).toBeGreaterThanOrEqual(24);
      expect(times.at(-1)).toBeLessThanOrEqual(server.deps.clock.now());
      for (const [i, at] of times.entries()) {
        if (i > 0) expect(at - (times[i - 1] ?? 0)).toBe(step);
      }
    }
  }
});

test('D26 prices that were shown once are shown again unchanged later', async () => {
  const { credential } = await person(server.deps);
  const request = { currency_id: 'BTC', range: 'week' } as const;
  const first = await server.api.must(getPriceHistory, request, { credential });
  server.deps.clock.advance(3 * HOUR);
  const later = await person(server.deps);
  const second = await server.api.must(getPriceHistory, request, later);
  const kept = first.data.filter(({ at }) => at >= (second.data[0]?.at ?? ''));
  expect(second.data.slice(0, kept.length)).toEqual(kept);
  expect(second.data.length).toBe(first.data.length);
});

test('D26 an unknown asset has no history', async () => {
  const { credential } = await person(server.deps);
  const answer = await server.api.call(
    getPriceHistory,
    { currency_id: 'DOGE', range: 'day' },
    { credential },
  );
  expect(answer.status).toBe(422);
});
