import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatUnits, parseUnits } from './decimal.ts';
import { priceQuote, spreadIn } from './quote.ts';

const price = fc.bigInt({ min: 1n, max: 10n ** 14n });
const input = fc.record({
  sourceUnits: fc.bigInt({ min: 0n, max: 10n ** 20n }),
  sourceScale: fc.integer({ min: 0, max: 8 }),
  targetScale: fc.integer({ min: 0, max: 8 }),
  sourcePrice: price,
  targetPrice: price,
  spreadBps: fc.integer({ min: 0, max: 1_000 }),
});

test('BEY-07 a quote adds up and never gives more than the market', () => {
  fc.assert(
    fc.property(input, (quote) => {
      const { fairUnits, targetUnits, spreadUnits } = priceQuote(quote);
      expect(targetUnits + spreadUnits).toBe(fairUnits);
      expect(targetUnits >= 0n && spreadUnits >= 0n).toBe(true);
      const paid = quote.sourceUnits * quote.sourcePrice * 10n ** BigInt(quote.targetScale);
      const got = fairUnits * quote.targetPrice * 10n ** BigInt(quote.sourceScale);
      expect(got <= paid).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test('EASE-20 the spread is known from what is received, to the unit', () => {
  expect(spreadIn('99.75', 2, 25)).toBe('0.25');
  fc.assert(
    fc.property(input, (quote) => {
      const { targetUnits, spreadUnits } = priceQuote(quote);
      const { targetScale: scale, spreadBps } = quote;
      // No amount that is held is longer.
      fc.pre(targetUnits < 10n ** 38n);
      const told = parseUnits(spreadIn(formatUnits(targetUnits, scale), scale, spreadBps), scale);
      const difference = (told ?? -9n) - spreadUnits;
      expect(difference >= -1n && difference <= 1n).toBe(true);
    }),
  );
});

test('BEY-07 no customer can gain by swapping there and back', () => {
  fc.assert(
    fc.property(input, (quote) => {
      const there = priceQuote(quote);
      const back = priceQuote({
        ...quote,
        sourceUnits: there.targetUnits,
        sourceScale: quote.targetScale,
        targetScale: quote.sourceScale,
        sourcePrice: quote.targetPrice,
        targetPrice: quote.sourcePrice,
      });
      expect(back.targetUnits <= quote.sourceUnits).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test('SWAP-06 a quarter percent of 0.05 BTC at 60,000 to USDC', () => {
  const quote = priceQuote({
    sourceUnits: parseUnits('0.05', 8) ?? 0n,
    sourceScale: 8,
    targetScale: 6,
    sourcePrice: 60_000n * 10n ** 8n,
    targetPrice: 10n ** 8n,
    spreadBps: 25,
  });
  expect(quote).toEqual({
    fairUnits: 3_000_000_000n,
    targetUnits: 2_992_500_000n,
    spreadUnits: 7_500_000n,
  });
});
