import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Asset, assetOf, assets } from '#core/money/currencies.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { PRICE_SCALE, parsePrice } from '#core/money/price.ts';
import {
  cryptoFor,
  LEAST_CENTS,
  MOST_CENTS,
  PRICE_HELD_SECONDS,
  totalFor,
} from '#core/money/purchase.ts';
import { normal, uniform } from '#server/services/exchange/offers/market-walk.fixture.ts';
import { askOf } from '#server/services/exchange/offers/spread.ts';
import { isFairTotal, settlementOf } from './purchase-price.ts';

/** Prices from a cent to a hundred million, whatever the currency. */
const prices = fc
  .tuple(fc.integer({ min: 6, max: 15 }), fc.bigInt(10_000n, 99_999n))
  .map(([digits, leading]) => formatUnits(askOf((leading * 10n ** BigInt(digits)) / 10_000n), 8));
const anyAsset = fc.constantFrom(...assets);
const totals = fc.oneof(
  fc.constantFrom(LEAST_CENTS, LEAST_CENTS + 1n, MOST_CENTS),
  fc.bigInt(LEAST_CENTS, MOST_CENTS),
);

const judged = (total: string, crypto: string, price: string, { scale }: Asset): boolean =>
  isFairTotal({
    cents: parseUnits(total, 2) ?? 0n,
    units: parseUnits(crypto, scale) ?? 0n,
    scale,
    ask: parsePrice(price) ?? 0n,
  });

/** A price that moved by this many millionths. */
const moved = (price: string, millionths: bigint): string =>
  formatUnits(((parsePrice(price) ?? 0n) * (1_000_000n + millionths)) / 1_000_000n, PRICE_SCALE);

/** What the page sends for a typed total; undefined where so little buys nothing. */
function byTotal(cents: bigint, price: string, asset: Asset) {
  const total = formatUnits(cents, 2, 2);
  const crypto = cryptoFor(total, price, asset) ?? '0';
  return crypto === '0' ? undefined : { total, crypto };
}

test('BUY-01 what the page computes at this server’s price is accepted, whichever side was typed', () => {
  fc.assert(
    fc.property(anyAsset, prices, totals, (asset, price, cents) => {
      const order = byTotal(cents, price, asset);
      fc.pre(order !== undefined);
      expect(judged(order.total, order.crypto, price, asset)).toBe(true);
      // Typed the other way round: what the crypto costs, which may be less than the total.
      const total = totalFor(order.crypto, price, asset) ?? '0';
      expect(judged(total, order.crypto, price, asset)).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

test('BUY-01 a price that moved up or down by less than a tenth of a percent is accepted', () => {
  const movement = fc.bigInt(-950n, 950n);
  fc.assert(
    fc.property(anyAsset, prices, totals, movement, (asset, price, cents, millionths) => {
      const order = byTotal(cents, price, asset);
      fc.pre(order !== undefined);
      expect(judged(order.total, order.crypto, moved(price, millionths), asset)).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

test('BUY-01 a price that moved up or down by more than that plus rounding is refused', () => {
  const movement = fc.oneof(fc.bigInt(1_050n, 900_000n), fc.bigInt(-900_000n, -1_050n));
  // What rounding adds or cuts off must be small beside a tenth of a percent.
  const large = fc.bigInt(1_000_000n, MOST_CENTS);
  fc.assert(
    fc.property(anyAsset, prices, large, movement, (asset, price, cents, millionths) => {
      const order = byTotal(cents, price, asset);
      fc.pre(order !== undefined && (parseUnits(order.crypto, asset.scale) ?? 0n) > 1_000_000n);
      expect(judged(order.total, order.crypto, moved(price, millionths), asset)).toBe(false);
    }),
    { numRuns: 5_000 },
  );
});

test('BUY-01 the smallest purchase has one cent of leeway, and not two', () => {
  const [btc, price] = [assetOf('BTC'), '150000'];
  const crypto = cryptoFor('1.00', price, btc) ?? '';
  expect(crypto).toBe('0.00000663');
  expect(judged('1.00', crypto, price, btc)).toBe(true);
  expect(judged('1.01', crypto, price, btc)).toBe(true);
  expect(judged('1.02', crypto, price, btc)).toBe(false);
  expect(judged('0.99', crypto, price, btc)).toBe(false);
});

const bitcoin = assetOf('BTC');
const shown = { cents: 100_000n, units: parseUnits('0.00995', 8) ?? 0n, scale: bitcoin.scale };
/** The price of `shown` in 1e-8, moved by so many basis points. */
const at = (bps: number): bigint => (100_000n * 10n ** 8n * BigInt(10_000 + bps)) / 10_000n;

test('HARD-14 the price shown counts while it holds and the market moves no further than the fee', () => {
  const agreed = { kind: 'bought', units: shown.units };
  for (const bps of [0, 49, -49])
    expect(settlementOf({ ...shown, ask: at(bps) }, true)).toEqual(agreed);
  // Further up or down, or later, the price of the moment counts: in the customer's favour too.
  const buys = (bps: number, holds: boolean) => settlementOf({ ...shown, ask: at(bps) }, holds);
  expect(buys(60, true)).toEqual({ kind: 'bought', units: 989_065n });
  expect(buys(60, false)).toEqual({ kind: 'bought', units: 989_065n });
  expect(buys(-300, true)).toEqual({ kind: 'bought', units: 1_025_773n });
  expect(buys(-300, false)).toEqual({ kind: 'bought', units: 1_025_773n });
  expect(buys(20, false)).toEqual({ kind: 'bought', units: 993_013n });
});

test('HARD-14 where the price of the moment is more than one percent higher, nothing is bought', () => {
  for (const holds of [true, false]) {
    expect(settlementOf({ ...shown, ask: at(100) }, holds)).toMatchObject({ kind: 'bought' });
    expect(settlementOf({ ...shown, ask: at(102) }, holds)).toEqual({ kind: 'returned' });
    expect(settlementOf({ ...shown, ask: at(100_000) }, holds)).toEqual({ kind: 'returned' });
  }
});

test('HARD-14 no payment buys more than it is worth at that moment, however the market moved', () => {
  const movement = fc.oneof(fc.bigInt(-900_000n, 9_000_000n), fc.bigInt(-20_000n, 20_000n));
  fc.assert(
    fc.property(
      anyAsset,
      prices,
      totals,
      movement,
      fc.boolean(),
      (asset, price, cents, by, holds) => {
        const order = byTotal(cents, price, asset);
        fc.pre(order !== undefined);
        const fair = ((parsePrice(price) ?? 0n) * (1_000_000n + by)) / 1_000_000n;
        fc.pre(fair > 0n);
        const bought = settlementOf(
          {
            cents,
            units: parseUnits(order.crypto, asset.scale) ?? 0n,
            scale: asset.scale,
            ask: askOf(fair),
          },
          holds,
        );
        if (bought.kind === 'returned') return;
        const worth = (bought.units * fair) / 10n ** BigInt(asset.scale);
        expect(worth <= cents * 10n ** 6n).toBe(true);
      },
    ),
    { numRuns: 5_000 },
  );
});

const CENTS = 1_000_000n;
const STEP_SECONDS = 10;
const YEAR_SECONDS = 365 * 86_400;
/** As many purchases as one may open in an hour. */
const OPENED = 30;

type Judge = (
  order: { readonly units: bigint; readonly openedAt: number },
  fair: bigint,
  at: number,
) => bigint | undefined;

const asNow: Judge = ({ units, openedAt }, fair, second) => {
  const order = { cents: CENTS, units, scale: bitcoin.scale, ask: askOf(fair) };
  const settled = settlementOf(order, second - openedAt <= PRICE_HELD_SECONDS);
  return settled.kind === 'bought' ? settled.units : undefined;
};

/** As it was: whatever was opened can be paid for fifteen minutes at its price. */
const asBefore: Judge = ({ units, openedAt }, _fair, second) =>
  second - openedAt <= 900 ? units : undefined;

/**
 * What customers win on average, in cents, who follow the market for an hour, open a purchase every two
 * minutes, pay what is worth most a moment before its price ends, and only where it is worth more than
 * it costs.
 */
function gain(
  judge: Judge,
  yearly: number,
  seed: number,
  hours: number,
  onlyLatest: boolean,
): number {
  const random = uniform(seed);
  const step = yearly * Math.sqrt(STEP_SECONDS / YEAR_SECONDS);
  let won = 0n;
  for (let hour = 0; hour < hours; hour++) {
    let price = 150_000;
    let open: { units: bigint; openedAt: number }[] = [];
    let opened = 0;
    for (let second = 0; second <= 3_600; second += STEP_SECONDS) {
      price *= Math.exp(step * normal(random) - (step * step) / 2);
      const fair = BigInt(Math.round(price * 1e8));
      const worthOf = (order: { units: bigint; openedAt: number }): bigint => {
        const units = judge(order, fair, second);
        return units === undefined ? 0n : (units * fair) / 10n ** 14n - CENTS;
      };
      const paid = open.filter((order) => {
        const left = PRICE_HELD_SECONDS - (second - order.openedAt);
        const worth = worthOf(order);
        if (worth <= 0n || (onlyLatest && left > STEP_SECONDS && worth < CENTS / 50n)) return false;
        won += worth;
        return true;
      });
      open = open.filter((order) => !paid.includes(order) && second - order.openedAt <= 900);
      if (second % 120 === 0 && opened < OPENED) {
        opened++;
        const units = parseUnits(
          cryptoFor('10000.00', formatUnits(askOf(fair), 8), bitcoin) ?? '',
          8,
        );
        const order = { units: units ?? 0n, openedAt: second };
        open = onlyLatest ? [order] : [...open, order];
      }
    }
  }
  return Number(won) / hours;
}

test.each([0.2, 0.6, 1.5, 4, 12, 40])(
  'HARD-14 at a volatility of %d a year, who opens all they may and pays only the best gains nothing',
  (yearly) => {
    const hours = process.env.LONG ? 2_000 : 30;
    for (const onlyLatest of [true, false]) {
      expect(gain(asNow, yearly, 7, hours, onlyLatest)).toBeLessThanOrEqual(0);
    }
  },
);

test('HARD-14 the simulation sees what a price was worth that held for fifteen minutes whatever happened', () => {
  expect(gain(asBefore, 4, 7, 100, false)).toBeGreaterThan(0);
  expect(gain(asBefore, 12, 7, 100, true)).toBeGreaterThan(0);
});
