import fc from 'fast-check';
import { expect, test } from 'vitest';
import { walletEntry } from '#core/contract/wallet/wallet-entry.fixture.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { PRICE_SCALE } from '#core/money/price.ts';
import { repriced } from './live-price.ts';

const bitcoin = walletEntry('BTC', {
  free_balance: '0.5',
  free_balance_quoted: '30000.00000000',
  hold_balance: '0.1',
  price: '60000',
  change_24h: '10',
  spark: ['58000', '59000', '60000'],
});

test('LIVE-02 an entry at another price has its value, its change and the end of its line, and no other amount', () => {
  const moved = repriced(bitcoin, { BTC: { price: '60001.5', change_24h: '10.02' } });
  expect(moved).toEqual({
    ...bitcoin,
    free_balance_quoted: '30000.75000000',
    price: '60001.5',
    change_24h: '10.02',
    spark: ['58000', '59000', '60001.5'],
  });
});

test('LIVE-02 an entry without a told price is left as it is, and so is one that has it already', () => {
  for (const told of [
    {},
    { ETH: { price: '1', change_24h: '1' } },
    { BTC: { price: '60000', change_24h: '10' } },
    { BTC: { price: '0', change_24h: '10' } },
  ]) {
    expect(repriced(bitcoin, told)).toBe(bitcoin);
  }
});

test('LIVE-02 what had no price gets one, and no line of prices is made up', () => {
  const unpriced = walletEntry('ETH', {
    free_balance: '2',
    free_balance_quoted: undefined,
    price: undefined,
    change_24h: undefined,
    spark: [],
  });
  const priced = repriced(unpriced, { ETH: { price: '2000', change_24h: '-1' } });
  expect(priced).toMatchObject({ free_balance_quoted: '4000.00000000', spark: [] });
});

test('LIVE-02 the value is the amount times the price, cut after eight decimals, and never depends on the way there', () => {
  const units = fc.bigInt(0n, 10n ** 16n);
  const price = fc.bigInt(1n, 10n ** 15n).map((one) => formatUnits(one, PRICE_SCALE));
  fc.assert(
    fc.property(units, price, price, (held, first, second) => {
      const entry = walletEntry('BTC', { free_balance: formatUnits(held, 8) });
      const at = (one: typeof entry | ReturnType<typeof repriced>, to: string) =>
        repriced(one, { BTC: { price: to, change_24h: '0' } });
      const value = parseUnits(at(entry, second).free_balance_quoted ?? '', PRICE_SCALE);
      expect(value).toBe((held * (parseUnits(second, PRICE_SCALE) ?? 0n)) / 10n ** 8n);
      expect(at(at(entry, first), second)).toEqual(at(entry, second));
    }),
  );
});
