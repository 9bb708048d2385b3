import { expect, test } from 'vitest';
import { getPriceHistory, priceRanges } from '#core/contract/market/price.ts';
import { sharedWorld } from '#tests/support/world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const kopa = sharedWorld();

test('D26 an asset has a price history for every range, of closed intervals, in order and without a gap', async () => {
  const who = await kopa.person();
  for (const range of priceRanges) {
    const step = range === 'day' || range === 'week' ? HOUR : DAY;
    for (const currency_id of ['BTC', 'USDC']) {
      const { data } = await who.must(getPriceHistory, { currency_id, range });
      const times = data.map(({ at }) => Date.parse(at));
      expect(times.length).toBeGreaterThanOrEqual(24);
      expect(times.at(-1)).toBeLessThanOrEqual(kopa.clock.now());
      for (const [i, at] of times.entries()) {
        if (i > 0) expect(at - (times[i - 1] ?? 0)).toBe(step);
      }
    }
  }
});

test('D26 prices that were shown once are shown again unchanged later', async () => {
  const who = await kopa.person();
  const request = { currency_id: 'BTC', range: 'week' } as const;
  const first = await who.must(getPriceHistory, request);
  kopa.clock.advance(3 * HOUR);
  const later = await kopa.person();
  const second = await later.must(getPriceHistory, request);
  const kept = first.data.filter(({ at }) => at >= (second.data[0]?.at ?? ''));
  expect(second.data.slice(0, kept.length)).toEqual(kept);
  expect(second.data.length).toBe(first.data.length);
});

test('D26 an unknown asset has no history', async () => {
  const who = await kopa.person();
  const answer = await who.call(getPriceHistory, { currency_id: 'DOGE', range: 'day' });
  expect(answer.status).toBe(422);
});
