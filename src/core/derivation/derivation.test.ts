import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Asset, assets } from '#core/money/currencies.ts';
import { formatUnits, mulDivDown, mulDivNearest, pow10 } from '#core/money/decimal.ts';
import { formatCrypto, formatFiat, formatPrice } from '#core/money/format.ts';
import { convertUsd, PRICE_SCALE } from '#core/money/price.ts';
import { costsIn, cryptoFor, feeOf, totalFor, unitPriceOf } from '#core/money/purchase.ts';
import { priceQuote } from '#core/money/quote.ts';
import { rateText } from '#core/money/rate-text.ts';
import { fiatOf, unitsOfUsd, unitValue } from '#core/money/withdraw-form.ts';
import { type Holding, totalUsd, usdOf } from '#core/statement/portfolio.ts';
import { rateDerivation, receivedDerivation, spreadDerivation } from './conversion.ts';
import type { Derivation } from './derivation.ts';
import { averageDerivation, realisedDerivation, unrealisedDerivation } from './gains.ts';
import { monthDerivation, recipientGetsDerivation, valueThenDerivation } from './history.ts';
import { dayMoveDerivation, moveDerivation } from './move.ts';
import { checkWithPencil, numbersIn, valueIn } from './pencil.fixture.ts';
import {
  allCostsDerivation,
  askDerivation,
  boughtDerivation,
  chargedDerivation,
  feeDerivation,
  keptPriceDerivation,
  paidPriceDerivation,
} from './purchase.ts';
import { linesOf } from './text.ts';
import {
  cashLimitDerivation,
  cashSentDerivation,
  knownAmountDerivation,
  limitDerivation,
  networkFeeDerivation,
  networkFeeThenDerivation,
  payoutFeeDerivation,
  sentDerivation,
} from './withdrawal.ts';
import { priceDerivation, totalDerivation } from './worth.ts';

const anyAsset = fc.constantFrom(...assets);
const decimals = (most: bigint, scale: number, least = 0n) =>
  fc.bigInt({ min: least, max: most }).map((units) => formatUnits(units, scale));
const amountOf = ({ scale }: Asset, least = 0n) => decimals(10n ** 16n, scale, least);
const price = fc.oneof(decimals(10n ** 14n, 8, 1n), decimals(10n ** 6n, 8, 1n));
const rate = decimals(10n ** 10n, 8, 1n);
const cents = (least = 0n) => decimals(10n ** 9n, 2, least);
const currency = fc.constantFrom('AUD', 'EUR', 'USD');
const times = { prices: 'at 10:42', rate: 'of 13 May' };

/** Computed again from its words, each line comes out, and the last one is the number that is shown. */
function holds(derivation: Derivation | undefined, shown: string): void {
  expect(derivation).toBeDefined();
  if (!derivation) return;
  const lines = linesOf(derivation);
  const { wrong, computed } = checkWithPencil(lines);
  expect([wrong, computed > 0]).toEqual([[], true]);
  expect(derivation.shown).toBe(shown);
  const last = lines.at(-1)?.result ?? '';
  // What is too little to be shown is not shown as zero.
  if (/^[<>]/.test(shown)) expect(valueIn(last)).toBe(valueIn('0'));
  else
    expect([shown, numbersIn(shown)]).toEqual([
      shown,
      expect.arrayContaining([...numbersIn(last)]),
    ]);
}

const holding = fc
  .record({ asset: anyAsset, seed: fc.bigInt({ min: 1n, max: 10n ** 15n }), price })
  .map(({ asset, seed, price: usd }): Holding => {
    const available = formatUnits(seed, asset.scale);
    const of = {
      ...{ code: asset.code, name: asset.name, precision: asset.scale, offered: true },
      ...{ available, onHold: '0', pending: '0', price: usd, change: '1', spark: [] },
    };
    return { ...of, usd: usdOf({ ...of, usd: undefined }, available) };
  });

test('EASE-14 a total is the sum of what its parts are worth, to the cent that is shown', () => {
  fc.assert(
    fc.property(
      fc.array(holding, { minLength: 1, maxLength: 8 }),
      currency,
      rate,
      (held, code, per) => {
        const usd = totalUsd(held) ?? '';
        const money = code === 'USD' ? usd : formatUnits(convertUsd(usd, per) ?? 0n, PRICE_SCALE);
        const shown = formatFiat(money, code);
        const parts = held.map((one) => ({ ...one, amount: one.available }));
        holds(
          totalDerivation('Total', parts, { currency: code, rate: per }, { shown, times }),
          shown,
        );
      },
    ),
    { numRuns: 500 },
  );
});

test('EASE-14 of nothing the total is nothing', () => {
  const money = { currency: 'AUD', rate: '1.5' };
  const nothing = [{ code: 'BTC', name: 'Bitcoin', price: '1', precision: 8, amount: '0' }];
  const made = totalDerivation('Total', nothing, money, { shown: 'AU$0.00', times });
  expect(linesOf(made)).toEqual([
    { label: 'Nothing is held', how: '', result: '0.00\u00a0AUD', rounding: '' },
  ]);
});

test('EASE-14 a price is the market’s, converted at the rate', () => {
  fc.assert(
    fc.property(anyAsset, price, currency, rate, ({ code }, usd, of, per) => {
      const money = of === 'USD' ? usd : formatUnits(convertUsd(usd, per) ?? 0n, PRICE_SCALE);
      const made = priceDerivation({ code, price: usd }, { currency: of, rate: per }, times);
      const shown = formatPrice(money, of);
      if (of === 'USD' && made.steps.length === 1) return;
      holds(made, shown);
    }),
    { numRuns: 500 },
  );
});

test('EASE-14 what a quote gives and what its spread costs follow from the prices it was made from', () => {
  fc.assert(
    fc.property(
      anyAsset.chain((source) => fc.tuple(fc.constant(source), amountOf(source, 1n))),
      anyAsset,
      price,
      price,
      fc.integer({ min: 0, max: 500 }),
      ([source, sourceAmount], target, sourcePrice, targetPrice, spreadBps) => {
        const units = (text: string, scale: number) =>
          BigInt(text.split('.')[0] + (text.split('.')[1] ?? '').padEnd(scale, '0'));
        const quote = priceQuote({
          sourceUnits: units(sourceAmount, source.scale),
          sourceScale: source.scale,
          targetScale: target.scale,
          sourcePrice: units(sourcePrice, 8),
          targetPrice: units(targetPrice, 8),
          spreadBps,
        });
        const told = {
          ...{ source: source.code, sourceAmount, sourcePrice },
          ...{ target: target.code, targetScale: target.scale, targetPrice },
          spreadBps,
        };
        const text = (of: bigint) => formatCrypto(formatUnits(of, target.scale), target.code);
        holds(receivedDerivation(told), text(quote.targetUnits));
        holds(spreadDerivation(told), text(quote.spreadUnits));
      },
    ),
    { numRuns: 500 },
  );
});

test('EASE-14 a rate is the one amount by the other', () => {
  const one = { amount: '0.30000001', currency: 'BTC' };
  const other = { amount: '12345.678901', currency: 'USDT' };
  holds(rateDerivation(one, other, []), rateText(one, other) ?? '');
  holds(rateDerivation(other, one, []), rateText(other, one) ?? '');
});

test('EASE-14 fee, price, amount and total of a purchase follow from each other', () => {
  fc.assert(
    fc.property(
      anyAsset,
      price,
      rate,
      cents(100n),
      fc.constantFrom(25, 100, 50),
      (asset, usd, per, total, spread) => {
        const scaled = (text: string) =>
          BigInt(text.split('.')[0] + (text.split('.')[1] ?? '').padEnd(8, '0'));
        const fair = mulDivDown(scaled(usd), scaled(per), pow10(8));
        fc.pre(fair > 0n);
        const ask = formatUnits((fair * BigInt(20_000 + spread) + 19_999n) / 20_000n, 8);
        const [{ code }, market] = [asset, 'AUD'];
        const asked = { code, currency: market, usd, rate: per, spreadBps: spread / 2, at: 'now' };
        holds(askDerivation(asked), formatPrice(ask, market));
        holds(feeDerivation(total, market), formatFiat(feeOf(total) ?? '', market));
        const { all = '' } = costsIn(total, spread / 2) ?? {};
        holds(allCostsDerivation(total, market, spread / 2), formatFiat(all, market));
        const bought = cryptoFor(total, ask, asset) ?? '';
        holds(boughtDerivation(total, ask, asset, market), formatCrypto(bought, code));
        if (!/[1-9]/.test(bought)) return;
        const charged = totalFor(bought, ask, asset) ?? '';
        holds(chargedDerivation(bought, ask, code, market), formatFiat(charged, market));
        const paid = { amount: total, currency: market };
        const of = { amount: bought, currency: code };
        const unit = unitPriceOf(total, bought, asset.scale) ?? '';
        const made = paidPriceDerivation(paid, of);
        holds(made, made.shown);
        expect(made.shown).toContain(formatUnits(BigInt(scaled(unit)) / 100n, 6, 6).split('.')[1]);
      },
    ),
    { numRuns: 500 },
  );
});

test('EASE-14 what is sent, what the network takes and what is left of the limit', () => {
  fc.assert(
    fc.property(
      anyAsset.chain((asset) =>
        fc.tuple(fc.constant(asset), amountOf(asset, 1n), decimals(10n ** 6n, asset.scale, 1n)),
      ),
      price,
      rate,
      decimals(5_000_000n, 2),
      ([{ code, scale }, amount, fee], usd, per, left) => {
        const units = (text: string) =>
          BigInt(text.split('.')[0] + (text.split('.')[1] ?? '').padEnd(scale, '0'));
        const value = unitValue(usd, per) ?? 0n;
        const money = { currency: 'AUD', rate: per };
        const worth = (of: bigint) =>
          `${formatCrypto(formatUnits(of, scale), code)} (${formatFiat(fiatOf(of, scale, value), 'AUD')})`;
        const of = { code, price: usd, network: 'Bitcoin', amount, fee };
        const feeText = worth(units(fee));
        const feeShown = { shown: feeText, times };
        const network = networkFeeDerivation(of, money, feeShown);
        expect(checkWithPencil(linesOf(network))).toEqual({ wrong: [], computed: 1 });
        const typed = knownAmountDerivation('Amount', of, money, feeShown);
        expect(checkWithPencil(linesOf(typed))).toEqual({ wrong: [], computed: 1 });
        const total = units(amount) + units(fee);
        const sent = sentDerivation(of, money, { shown: worth(total), times });
        expect(checkWithPencil(linesOf(sent))).toEqual({ wrong: [], computed: 2 });
        expect(valueIn(linesOf(sent)[0]?.result ?? '')).toBe(valueIn(formatUnits(total, scale)));
        expect(valueIn(linesOf(sent)[1]?.result ?? '')).toBe(valueIn(fiatOf(total, scale, value)));
        const shown = formatFiat(formatUnits(convertUsd(left, per) ?? 0n, 8), 'AUD');
        holds(limitDerivation({ usd: '50000', left }, money, times), shown);
      },
    ),
    { numRuns: 300 },
  );
});

test('EASE-14 what a payout costs, what leaves the cash, and what is left of the limit in cash', () => {
  fc.assert(
    fc.property(
      cents(1n),
      cents(),
      decimals(5_000_000n, 2),
      decimals(10n ** 9n, 8, 10n ** 6n),
      (amount, fee, left, usd) => {
        const hundredths = (text: string) =>
          BigInt(text.split('.')[0] + (text.split('.')[1] ?? '').padEnd(2, '0'));
        const total = formatUnits(hundredths(amount) + hundredths(fee), 2, 2);
        holds(cashSentDerivation(amount, fee, 'AUD'), formatFiat(total, 'AUD'));
        expect(payoutFeeDerivation(fee, 'AUD').shown).toBe(formatFiat(fee, 'AUD'));
        const cash = { code: 'AUD', scale: 2 };
        const units = formatUnits(unitsOfUsd(left, 2, usd) ?? -1n, 2);
        holds(cashLimitDerivation({ usd: '50000', left }, cash, usd), formatFiat(units, 'AUD'));
      },
    ),
    { numRuns: 300 },
  );
});

test('EASE-14 what the network took, and the price that was agreed to', () => {
  const took = { title: 'Network fee', shown: '0.0001 BTC' };
  const total = { amount: '0.5', currency: 'BTC' };
  holds(networkFeeThenDerivation(total, '0.4999', took), '0.0001 BTC');
  const kept = keptPriceDerivation('SOL', 'AUD', '251.25123456');
  holds(kept, '1 SOL = 251.251234 AUD');
});

test('EASE-14 values in the history and the sums of a month', () => {
  fc.assert(
    fc.property(
      anyAsset.chain((asset) => fc.tuple(fc.constant(asset), amountOf(asset, 1n))),
      price,
      fc.array(cents(1n), { minLength: 1, maxLength: 40 }),
      ([{ code, scale }, amount], each, values) => {
        const scaled = (text: string, to: number) =>
          BigInt(text.split('.')[0] + (text.split('.')[1] ?? '').padEnd(to, '0'));
        const worth = mulDivNearest(scaled(amount, scale), scaled(each, 8), pow10(scale + 6));
        const value = { amount: formatUnits(worth, 2, 2), currency: 'EUR', price: each };
        const shown = formatFiat(value.amount, 'EUR');
        if (worth > 0n)
          holds(valueThenDerivation({ amount, currency: code }, value, 'then'), shown);
        const total = values.reduce((sum, one) => sum + scaled(one, 2), 0n);
        const sum = { amount: formatUnits(total, 2, 2), currency: 'EUR' };
        const entries = values.map((one) => ({
          title: 'Deposit Bitcoin',
          value: { amount: one, currency: 'EUR' },
        }));
        holds(monthDerivation('In', entries, sum), formatFiat(sum.amount, 'EUR'));
      },
    ),
    { numRuns: 300 },
  );
  const gets = recipientGetsDerivation({ amount: '0.5', currency: 'BTC' }, '0.0001', '0.4999 BTC');
  holds(gets, '0.4999\u00a0BTC'.replace('\u00a0', ' '));
  const old = valueThenDerivation(
    { amount: '1', currency: 'BTC' },
    { amount: '5.00', currency: 'EUR' },
    'then',
  );
  expect(old.sources[0]).toContain('was not kept');
});

test('EASE-14 how far a price moved, and by how much in a hundred', () => {
  const of = { title: 'Move', shown: '', unit: 'AUD/BTC', is: 'now', sources: [] };
  fc.assert(
    fc.property(price, price, fc.integer({ min: -9_999, max: 50_000 }), (from, to, bps) => {
      const move = moveDerivation({ ...of, to }, { from, was: 'then' });
      expect(checkWithPencil(linesOf(move))).toMatchObject({ wrong: [] });
      const share = formatUnits(BigInt(bps), 2);
      const day = dayMoveDerivation({ ...of, to }, share);
      expect(checkWithPencil(linesOf(day))).toMatchObject({ wrong: [] });
      for (const one of [move, day]) expect(one.steps.length).toBeGreaterThan(3);
    }),
    { numRuns: 300 },
  );
});

const known = {
  ...{ currency_id: 'BTC', money_id: 'AUD', method: 'fifo' as const, amount: '0.5' },
  ...{ unknown_amount: '0.1', cost: '40000.00', average_cost: '100000', realised: '-12.50' },
  ...{ uncounted: '30.00', unvalued: 0, unrealised: '2000.00', price: '105000', asked: [] },
  sold: { count: 2, proceeds: '1000.00', fees: '5.00', cost: '977.50' },
};

test('EASE-14 cost and gains follow from what was paid and what it brought', () => {
  holds(averageDerivation(known, 'First in, first out'), 'AU$100,000.00');
  holds(unrealisedDerivation(known, '+AU$2,000.00', 'at 10:42'), '+AU$2,000.00');
  holds(realisedDerivation(known, '\u2212AU$12.50', 'First in, first out'), '\u2212AU$12.50');
  const { average_cost: _, sold: __, price: ___, ...less } = known;
  expect(averageDerivation(less, '')).toBeUndefined();
  expect(unrealisedDerivation(less, '', '')).toBeUndefined();
  expect(realisedDerivation(less, '', '')).toBeUndefined();
});

test('EASE-14 the pencil finds a digit that is wrong, a wrong rounding and a line that is not there', () => {
  const line = { label: 'a', how: '2 BTC × 3.5 USD/BTC', result: '7 USD', rounding: '' };
  const wrong = (change: Partial<typeof line>) => checkWithPencil([{ ...line, ...change }]).wrong;
  expect(wrong({})).toEqual([]);
  expect(wrong({ result: '7.00000001 USD' })).toEqual(['a']);
  expect(wrong({ how: '2 BTC ÷ 3 BTC', result: '0.67', rounding: 'cut after 2 decimals' })).toEqual(
    ['a'],
  );
  expect(
    wrong({ how: '2 BTC ÷ 3 BTC', result: '0.67', rounding: 'rounded to 2 decimals' }),
  ).toEqual([]);
  expect(() => wrong({ how: 'the 2 lines above, added' })).toThrow('no 2 lines');
});
