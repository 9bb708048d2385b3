import { expect, test } from 'vitest';
import { findKept } from '#core/money/cash.ts';
import { priceQuote } from '#core/money/quote.ts';
import { agedSpreadBps, type RateCode } from '#server/adapters/forex/rate-band.ts';
import { SPREAD_BPS } from '#server/policy.ts';
import { normal, uniform } from './market-walk.fixture.ts';
import { sidesSpreadNow, spreadNow } from './spread.ts';

const HOUR_MS = 3_600_000;
const LOOK_MINUTES = 10;
/** Days of 24 hours on which currencies are traded. */
const TRADING_DAYS = 260;
const config = { fastSpreadBps: 100 };

/** Whether currencies are traded: from Sunday 22:00 to Friday 22:00, UTC. */
function isOpen(at: number): boolean {
  const [day, hour] = [new Date(at).getUTCDay(), new Date(at).getUTCHours()];
  return day === 0 ? hour >= 22 : day === 5 ? hour < 22 : day !== 6;
}

/** When the European Central Bank makes a rate, and when it makes the next. */
const gaps = {
  'an hour': [Date.UTC(2026, 2, 24, 13, 15), Date.UTC(2026, 2, 24, 14, 15)],
  'a working day': [Date.UTC(2026, 2, 24, 13, 15), Date.UTC(2026, 2, 25, 13, 15)],
  'a weekend': [Date.UTC(2026, 2, 27, 13, 15), Date.UTC(2026, 2, 30, 13, 15)],
  Easter: [Date.UTC(2026, 3, 2, 13, 15), Date.UTC(2026, 3, 7, 13, 15)],
} as const;
type Gap = keyof typeof gaps;

const volatility = { AUD: 0.105, EUR: 0.075 } as const;
type Traded = keyof typeof volatility;

type Spread = (code: RateCode, ageMs: number) => number;
const asNow: Spread = (code, ageMs) => spreadNow(config, { agedBps: agedSpreadBps(code, ageMs) });
/** As it was: the same spread whatever the age of the rate. */
const asBefore: Spread = () => SPREAD_BPS;

const usdc = { scale: findKept('USDC')?.scale ?? 0, price: 100_000_000n };
const CASH = 10_000_000n;
/** More than a year of rates; in fifty years one of them would gain a few basis points. */
const RATES = 300;

/** What cash buys in USDC at a price, and back again, in cents. */
const bought = (cents: bigint, price: bigint, spreadBps: number): bigint =>
  priceQuote({
    sourceUnits: cents,
    sourceScale: 2,
    targetScale: usdc.scale,
    sourcePrice: price,
    targetPrice: usdc.price,
    spreadBps,
  }).targetUnits;
const sold = (units: bigint, price: bigint, spreadBps: number): bigint =>
  priceQuote({
    sourceUnits: units,
    sourceScale: usdc.scale,
    targetScale: 2,
    sourcePrice: usdc.price,
    targetPrice: price,
    spreadBps,
  }).targetUnits;

/** What is gained, in cents, by trading at our price while the market has another, in the better direction. */
function gainAt(ours: bigint, market: bigint, spreadBps: number, backBps: number): number {
  // Cash into USDC at our old price, worth the market's; or USDC worth the market's into cash.
  const out = sold(bought(CASH, ours, spreadBps), market, backBps) - CASH;
  const back = sold(bought(CASH, market, backBps), ours, spreadBps) - CASH;
  return Number(out > back ? out : back);
}

/**
 * The mean gain from a rate, in cents of a hundred thousand, for whoever sees the market every ten minutes,
 *  knows our rate, and trades only where it gains, at the best look of all until the next rate is made. One way leaves with what was bought; both ways turn it back at the next rate.
 */
function gain(code: Traded, gap: Gap, spread: Spread, ways: 'one' | 'both', runs: number): number {
  const random = uniform(code.charCodeAt(0) + gap.length);
  const [from, until] = gaps[gap];
  const step = volatility[code] * Math.sqrt(LOOK_MINUTES / (TRADING_DAYS * 24 * 60));
  const ours = 65_000_000n;
  const backBps = ways === 'both' ? SPREAD_BPS : 0;
  let won = 0;
  for (let run = 0; run < runs; run++) {
    let price = Number(ours);
    let best = 0;
    for (let at = from; at < until; at += LOOK_MINUTES * 60_000) {
      const market = BigInt(Math.round(price));
      best = Math.max(best, gainAt(ours, market, spread(code, at - from), backBps));
      if (isOpen(at)) price *= Math.exp(step * normal(random) - (step * step) / 2);
    }
    won += best;
  }
  return won / runs;
}

const cases = (Object.keys(volatility) as Traded[]).flatMap((code) =>
  (Object.keys(gaps) as Gap[]).flatMap((gap) =>
    (['one', 'both'] as const).map((ways) => [code, gap, ways] as const),
  ),
);

test.each(cases)(
  'HARD-48 %s over %s, %s way: who knows the market and trades at the best moment gains nothing',
  (code, gap, ways) => {
    expect(gain(code, gap, asNow, ways, RATES)).toBeLessThanOrEqual(0);
  },
);

test('HARD-48 the simulation sees what an old rate was worth at the same spread as a new one', () => {
  for (const [code, gap, ways] of cases.filter(([, gap]) => gap !== 'an hour')) {
    expect(gain(code, gap, asBefore, ways, 100), `${code} ${gap} ${ways}`).toBeGreaterThan(0);
  }
});

test('HARD-48 the usual spread is that of a rate of minutes, and never of one older than an hour', () => {
  for (const code of ['AUD', 'EUR'] as const) {
    expect(asNow(code, 5 * 60_000)).toBe(SPREAD_BPS);
    expect(asNow(code, HOUR_MS)).toBeGreaterThan(SPREAD_BPS);
    let before = 0;
    for (let hours = 0; hours <= 120; hours++) {
      expect(asNow(code, hours * HOUR_MS)).toBeGreaterThanOrEqual(before);
      before = asNow(code, hours * HOUR_MS);
    }
  }
  // A clock that is behind makes no rate better than new.
  expect(asNow('AUD', -HOUR_MS)).toBe(SPREAD_BPS);
});

test('HARD-48 who pays one side of bid and ask pays all that the age adds, and a fast market counts too', () => {
  expect(sidesSpreadNow(config, {})).toBe(SPREAD_BPS);
  expect(sidesSpreadNow(config, { agedBps: 20 })).toBe(SPREAD_BPS);
  expect(sidesSpreadNow(config, { agedBps: 125 })).toBe(SPREAD_BPS + 200);
  expect(sidesSpreadNow(config, { fast: true, agedBps: 125 })).toBe(150);
  expect(spreadNow(config, { fast: true }, { agedBps: 60 })).toBe(100);
});
