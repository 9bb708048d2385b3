import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assetCodes } from '#core/money/currencies.ts';
import {
  acceptReading,
  bandBps,
  CONFIRMED_AFTER_MS,
  exposureCaps,
  isFast,
  judgeReading,
  type PricePast,
  pastOfNothing,
  priceBands,
  type Reading,
  type Verdict,
} from './price-band.ts';

const band = priceBands.BTC;
const START = Date.parse('2026-11-25T12:00:00Z');
const SECOND = 1000;

const reading = (usd: number, seconds: number): Reading => ({
  units: BigInt(Math.round(usd * 1e8)),
  at: START + seconds * SECOND,
});

const known = (usd: number): PricePast => ({ accepted: [reading(usd, 0)], suspect: undefined });

/** Judges readings one after the other, and gives every verdict. */
function follow(past: PricePast, readings: readonly Reading[], within = band): readonly Verdict[] {
  let present = past;
  return readings.map((one) => {
    const verdict = judgeReading(present, one, within);
    if (verdict.kind !== 'outdated') present = verdict.past;
    return verdict;
  });
}

const kinds = (verdicts: readonly Verdict[]) => verdicts.map(({ kind }) => kind);

test('OPS-15 600 in place of 60,000 is never believed, however often it is said', () => {
  const polls = Array.from({ length: 500 }, (_, i) => reading(600, 15 * (i + 1)));
  expect(new Set(kinds(follow(known(60_000), polls)))).toEqual(new Set(['suspect']));
});

test('OPS-15 a reading outside the band waits for one half a minute later that agrees', () => {
  const fallen = [reading(50_000, 15), reading(50_100, 30), reading(50_050, 46)];
  expect(follow(known(60_000), fallen)).toMatchObject([
    { kind: 'suspect', news: 'left' },
    { kind: 'suspect' },
    { kind: 'accepted', news: 'confirmed' },
  ]);
});

test('OPS-15 a reading that goes back to the prices before opens, and one elsewhere waits anew', () => {
  expect(
    follow(known(60_000), [reading(50_000, 15), reading(60_100, 30), reading(60_000, 45)]),
  ).toMatchObject([
    { kind: 'suspect', news: 'left' },
    { kind: 'accepted', news: 'returned' },
    { kind: 'accepted' },
  ]);
  expect(
    follow(known(60_000), [reading(50_000, 15), reading(46_000, 60), reading(46_100, 75)]),
  ).toMatchObject([
    { kind: 'suspect', news: 'left' },
    { kind: 'suspect', news: 'moved' },
    { kind: 'suspect' },
  ]);
});

test('OPS-15 an older reading of another process neither counts nor reopens', () => {
  const [, old] = follow(known(60_000), [reading(60_500, 60), reading(50_000, 45)]);
  expect(old).toEqual({ kind: 'outdated' });
  const verdicts = follow(known(60_000), [reading(600, 60), reading(60_000, 50)]);
  expect(kinds(verdicts)).toEqual(['suspect', 'suspect']);
});

test('OPS-15 the very first price waits for a second one, and a stable coin begins at one dollar', () => {
  const first = [reading(600, 0), reading(600, 31)];
  expect(follow(pastOfNothing('BTC'), first)).toMatchObject([
    { kind: 'suspect', news: 'first' },
    { kind: 'accepted', news: 'confirmed' },
  ]);
  const coin = (usd: number) =>
    kinds(follow(pastOfNothing('USDC'), [reading(usd, 0), reading(usd, 60)], priceBands.USDC));
  expect(coin(1.001)).toEqual(['accepted', 'accepted']);
  expect(coin(100)).toEqual(['suspect', 'suspect']);
});

test('OPS-15 after a long gap the band is wider, and never wider than its most', () => {
  expect(bandBps(band, 15 * SECOND)).toBe(band.minuteBps);
  expect(bandBps(band, 4 * 60 * SECOND)).toBe(2 * band.minuteBps);
  expect(bandBps(band, 365 * 24 * 3600 * SECOND)).toBe(band.mostBps);
  expect(kinds(follow(known(60_000), [reading(50_000, 3600)]))).toEqual(['accepted']);
  expect(kinds(follow(known(60_000), [reading(600, 365 * 24 * 3600)]))).toEqual(['suspect']);
});

const asset = fc.constantFrom(...assetCodes);

test('OPS-15 as a law: what is accepted is within the band of what was accepted before, or was confirmed', () => {
  const story = fc.array(
    fc.record({
      pause: fc.integer({ min: 0, max: 200 }),
      /** Mostly near a price, sometimes anywhere. */
      permille: fc.oneof(
        fc.integer({ min: 900, max: 1100 }),
        fc.integer({ min: 1, max: 100_000 }),
        fc.constantFrom(10, 500, 700, 1000),
      ),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(asset, story, (code, steps) => {
      const within = priceBands[code];
      let past: PricePast = { accepted: [reading(100, 0)], suspect: undefined };
      let at = 0;
      for (const { pause, permille } of steps) {
        at += pause;
        const one = reading(permille / 10, at);
        const last = past.accepted.at(-1);
        const { suspect } = past;
        const verdict = judgeReading(past, one, within);
        if (verdict.kind === 'accepted' && last) {
          const moved = (from: Reading) =>
            Math.abs(Number(one.units - from.units)) / Number(from.units);
          // Nobody but an operator takes a price further than this.
          expect(moved(last)).toBeLessThanOrEqual(within.mostBps / 10_000);
          const near = moved(last) <= bandBps(within, Math.abs(one.at - last.at)) / 10_000;
          if (!near) {
            expect(verdict.news).toBe('confirmed');
            expect(suspect && one.at - suspect.at).toBeGreaterThanOrEqual(CONFIRMED_AFTER_MS);
          }
        }
        if (verdict.kind !== 'outdated') past = verdict.past;
      }
    }),
  );
});

test('OPS-15 as a law: a path of small steps is accepted, wherever it leads', () => {
  const path = fc.array(
    fc.record({
      pause: fc.integer({ min: 1, max: 90 }),
      part: fc.double({ min: -0.99, max: 0.99, noNaN: true }),
    }),
    {
      maxLength: 100,
    },
  );
  fc.assert(
    fc.property(asset, path, (code, steps) => {
      const within = priceBands[code];
      let past: PricePast = { accepted: [reading(100, 0)], suspect: undefined };
      let [usd, at] = [100, 0];
      for (const { pause, part } of steps) {
        at += pause;
        usd *= 1 + (part * within.minuteBps) / 10_000;
        // Below this a step is finer than prices are written.
        fc.pre(usd > 0.01);
        const verdict = judgeReading(past, reading(usd, at), within);
        expect(verdict.kind).toBe('accepted');
        if (verdict.kind === 'accepted') past = verdict.past;
        expect(past.accepted.length).toBeLessThan(40);
      }
    }),
  );
});

test('OPS-15 a market is fast while its price has moved far within ten minutes, and calm after', () => {
  let past = known(60_000);
  const take = (one: Reading): boolean => {
    const verdict = judgeReading(past, one, band);
    expect(verdict.kind).toBe('accepted');
    if (verdict.kind === 'accepted') past = verdict.past;
    return isFast(past, band);
  };
  expect(take(reading(58_000, 60))).toBe(false);
  expect(take(reading(56_500, 120))).toBe(true);
  expect(take(reading(56_400, 600))).toBe(true);
  expect(take(reading(56_300, 900))).toBe(false);
});

test('HARD-99 OPS-15 half a minute to the millisecond confirms, and never further than an operator alone may go', () => {
  const doubted = (seconds: number) =>
    follow(known(60_000), [reading(50_000, 15), reading(50_000, 15 + seconds)]).at(-1);
  expect(doubted(30)).toMatchObject({ kind: 'accepted', news: 'confirmed' });
  expect(doubted(29.999)).toMatchObject({ kind: 'suspect' });
  const most = (usd: number) =>
    follow(known(60_000), [reading(usd, 15), reading(usd, 50)]).at(-1)?.kind;
  expect(most(45_000)).toBe('accepted');
  expect(most(44_999)).toBe('suspect');
});

test('HARD-99 OPS-15 the same reading again says nothing new, and another of its moment does', () => {
  const doubted = reading(50_000, 15);
  const again = follow(known(60_000), [doubted, doubted]).at(-1);
  expect(again).toEqual({ kind: 'suspect', past: { ...known(60_000), suspect: doubted } });
  expect(follow(known(60_000), [doubted, reading(60_000, 15)]).at(-1)).toMatchObject({
    ...{ kind: 'accepted', news: 'returned' },
  });
  expect(follow(known(60_000), [doubted, reading(40_000, 15)]).at(-1)).toMatchObject({
    ...{ kind: 'suspect', news: 'moved', past: { suspect: reading(40_000, 15) } },
  });
});

test('HARD-99 OPS-15 a reading of the moment of the last one counts as a new one', () => {
  const [first, second] = [reading(60_000, 0), reading(60_100, 0)];
  expect(judgeReading(known(60_000), second, band)).toEqual({
    ...{ kind: 'accepted', past: { accepted: [first, second], suspect: undefined } },
  });
  const far = judgeReading(known(60_000), reading(50_000, 0), band);
  expect(far).toMatchObject({ kind: 'suspect', news: 'left' });
  // An older one that agrees is accepted, and changes nothing that is known.
  const older = judgeReading(known(60_000), reading(60_100, -1), band);
  expect(older).toEqual({ kind: 'accepted', past: known(60_000) });
});

test('HARD-99 OPS-15 a move to the band’s edge is accepted, up and down', () => {
  for (const usd of [63_000, 57_000]) {
    expect(judgeReading(known(60_000), reading(usd, 60), band).kind).toBe('accepted');
  }
  for (const usd of [63_000.01, 56_999.99]) {
    expect(judgeReading(known(60_000), reading(usd, 60), band).kind).toBe('suspect');
  }
});

test('HARD-99 OPS-15 readings of ten minutes are kept, and of those closer than twenty seconds the last', () => {
  const past = (...seconds: readonly number[]): PricePast =>
    seconds.reduce((before, at) => acceptReading(before, reading(60_000, at)), {
      ...{ accepted: [], suspect: reading(1, 0) },
    } as PricePast);
  const at = (of: PricePast) => of.accepted.map((one) => (one.at - START) / SECOND);
  expect(past(0).suspect).toBeUndefined();
  expect(at(past(0, 19, 38))).toEqual([0, 38]);
  expect(at(past(0, 20, 38))).toEqual([0, 20, 38]);
  expect(at(past(0, 300, 600))).toEqual([0, 300, 600]);
  expect(at(past(0, 300, 600.001))).toEqual([300, 600.001]);
});

test('HARD-99 OPS-15 a market without prices is calm, and one at the edge of fast is too', () => {
  expect(isFast({ accepted: [], suspect: undefined }, band)).toBe(false);
  const moved = (usd: number, seconds: number) =>
    isFast({ accepted: [reading(60_000, 0), reading(usd, seconds)], suspect: undefined }, band);
  expect(moved(63_000, 600)).toBe(false);
  expect(moved(63_000.01, 600)).toBe(true);
  expect(moved(63_000.01, 600.001)).toBe(false);
});

test('HARD-99 OPS-15 every asset has bounds: of a minute, at most, and of the house', () => {
  for (const code of assetCodes) {
    const { minuteBps, mostBps, fastBps } = priceBands[code];
    expect([minuteBps > 0, mostBps > minuteBps, fastBps > 0]).toEqual([true, true, true]);
    expect(exposureCaps[code]).toBeGreaterThan(0);
  }
  expect(pastOfNothing('BTC')).toEqual({ accepted: [], suspect: undefined });
  expect(pastOfNothing('NONE')).toEqual({ accepted: [], suspect: undefined });
  expect(pastOfNothing('USDT').accepted).toEqual([{ units: 10n ** 8n, at: 0 }]);
});
