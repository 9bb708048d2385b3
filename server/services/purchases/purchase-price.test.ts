import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Asset, assetOf, assets } from '#core/domain/currencies.ts';
import { formatUnits, parseUnits } from '#core/domain/decimal.ts';
import { PRICE_SCALE, parsePrice } from '#core/domain/price.ts';
import { cryptoFor, LEAST_CENTS, MOST_CENTS, totalFor } from '#core/domain/purchase.ts';
import { askOf } from '#server/services/offers/spread.ts';
import { isFairTotal } from './purchase-price.ts';

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
