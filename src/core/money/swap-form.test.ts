import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Instrument } from '#core/contract/money/swap.ts';
import { defaultPair } from './currencies.ts';
import { formatUnits, parseUnits } from './decimal.ts';
import {
  type ButtonInput,
  chooseSource,
  chooseTarget,
  coverOf,
  flip,
  furtherTargetsOf,
  notEnough,
  pairUnavailable,
  quickFill,
  quotable,
  searchAssets,
  sourcesOf,
  startingPair,
  swapButton,
  targetsOf,
} from './swap-form.ts';

const pairOf = (source: string, target: string, is_active = 'on'): Instrument => ({
  instrument_id: `${source}-${target}`,
  is_active,
  base_currency_id: source,
  quote_currency_id: target,
  min_quantity: '0.001',
});

const instruments = [
  pairOf('BTC', 'USDT'),
  pairOf('BTC', 'USDC'),
  pairOf('BTC', 'ETH'),
  pairOf('USDT', 'BTC'),
  pairOf('SOL', 'USDC'),
  pairOf('XRP', 'USDT', 'off'),
];

const codes = (list: readonly { code: string }[]) => list.map((asset) => asset.code);

test.each([
  ['', false],
  ['0', false],
  ['0.00', false],
  ['5.', false],
  ['.5', false],
  ['0.5', true],
  ['12', true],
])('SWAP-03 %j may be quoted: %s', (amount, may) => {
  expect(quotable(amount)).toBe(may);
});

test('SWAP-05 quick fill takes the share of the balance, cut to eight decimals', () => {
  expect(quickFill('0.1845221', 25, 8)).toBe('0.04613052');
  expect(quickFill('0.1845221', 50, 8)).toBe('0.09226105');
  expect(quickFill('0.1845221', 100, 8)).toBe('0.1845221');
  expect(quickFill('0.000001', 25, 6)).toBeUndefined();
  expect(quickFill('0', 100, 8)).toBeUndefined();
});

test('SWAP-05 a share is never more than the balance and 100 % is exactly it', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 20n), fc.constantFrom(6, 8), (units, precision) => {
      const balance = formatUnits(units, precision);
      expect(quickFill(balance, 100, precision)).toBe(balance);
      const half = parseUnits(quickFill(balance, 50, precision) ?? '0', precision) ?? -1n;
      expect(half * 2n <= units && units - half * 2n < 2n).toBe(true);
    }),
  );
});

test('SWAP-07 the same asset on both sides swaps the sides', () => {
  const pair = { source: 'BTC', target: 'USDT' } as const;
  expect(chooseSource(pair, 'USDT', instruments, 'AUD', false)).toEqual(flip(pair));
  expect(chooseTarget(pair, 'BTC')).toEqual(flip(pair));
  expect(chooseTarget(pair, 'ETH')).toEqual({ source: 'BTC', target: 'ETH' });
});

test('SWAP-07 a source without a pair to the target takes the first available target', () => {
  const pair = { source: 'BTC', target: 'USDT' } as const;
  expect(chooseSource(pair, 'SOL', instruments, 'AUD', false)).toEqual({
    source: 'SOL',
    target: 'USDC',
  });
  expect(chooseSource(pair, 'AVAX', instruments, 'AUD', false)).toEqual({
    source: 'AVAX',
    target: 'USDT',
  });
});

test('SWAP-08 targets have an active instrument; the source list leaves out the target', () => {
  expect(codes(targetsOf(instruments, 'BTC', 'AUD', false))).toEqual(['USDT', 'USDC', 'ETH']);
  expect(codes(targetsOf(instruments, 'XRP', 'AUD', false))).toEqual([]);
  expect(codes(sourcesOf('USDT', 'AUD'))).toEqual(['BTC', 'SOL', 'ETH', 'AVAX', 'XRP', 'USDC']);
});

test('BANK-03 a sale receives stable coins and the market’s cash; a swap knows no cash', () => {
  const pair = (base: string, quote: string) => ({
    instrument_id: `${base}-${quote}`,
    is_active: 'on',
    base_currency_id: base,
    quote_currency_id: quote,
    min_quantity: '0.1',
  });
  const withCash = [...instruments, pair('BTC', 'AUD'), pair('BTC', 'EUR'), pair('AUD', 'BTC')];
  expect(codes(targetsOf(withCash, 'BTC', 'AUD', true))).toEqual(['USDT', 'USDC', 'AUD']);
  expect(codes(targetsOf(withCash, 'BTC', 'EUR', true))).toEqual(['USDC', 'EUR']);
  expect(codes(targetsOf(withCash, 'BTC', 'USD', true))).toEqual(['USDT', 'USDC']);
  expect(codes(targetsOf(withCash, 'BTC', 'AUD', false))).toEqual(['USDT', 'USDC', 'ETH']);
  expect(codes(sourcesOf('USDT', 'AUD'))).not.toContain('AUD');
});

test('SWAP-15 USDT is no target for EUR, and the defaults follow the market', () => {
  expect(codes(targetsOf(instruments, 'BTC', 'EUR', false))).toEqual(['USDC', 'ETH']);
  expect(codes(sourcesOf('BTC', 'EUR'))).not.toContain('USDT');
  expect(defaultPair('EUR')).toEqual({ source: 'BTC', target: 'USDC' });
  expect(defaultPair('AUD')).toEqual({ source: 'BTC', target: 'USDT' });
});

test('EASE-20 what has no pair with the source is reached by way of a stable coin, if there is one', () => {
  const ways = (source: 'BTC' | 'SOL' | 'XRP', market = 'AUD', over: Instrument[] = []) =>
    furtherTargetsOf([...instruments, ...over], source, market).map(
      ({ asset, via }) => `${asset.code} via ${via}`,
    );
  expect(ways('BTC')).toEqual([]);
  const further = [pairOf('USDC', 'SOL'), pairOf('USDT', 'SOL'), pairOf('USDC', 'XRP', 'off')];
  expect(ways('BTC', 'AUD', further)).toEqual(['SOL via USDT']);
  expect(ways('BTC', 'EUR', further)).toEqual(['SOL via USDC']);
  // The pair to the stable coin is closed.
  expect(ways('XRP', 'AUD', further)).toEqual([]);
});

test('SWAP-02 the pickers search name and symbol, whatever the case', () => {
  const list = sourcesOf('USDT', 'AUD');
  expect(codes(searchAssets(list, 'COIN'))).toEqual(['BTC']);
  expect(codes(searchAssets(list, 'xrp'))).toEqual(['XRP']);
  expect(codes(searchAssets(list, 'Ripple '))).toEqual(['XRP']);
});

const button = (over: Partial<ButtonInput>) =>
  swapButton({
    amount: '1',
    cover: 'covered',
    quote: 'active',
    converting: false,
    target: 'USDT',
    source: 'BTC',
    lasting: false,
    ...over,
  });

test('SWAP-10 the button says what is true and works only when everything is', () => {
  expect(button({})).toEqual({ label: 'Swap', action: 'confirm', enabled: true, busy: false });
  expect(button({ amount: '' })).toMatchObject({ label: 'Enter amount', enabled: false });
  expect(button({ amount: '5.' })).toMatchObject({ label: 'Enter amount', enabled: false });
  expect(button({ quote: 'loading' })).toMatchObject({ label: 'Getting Quote...', enabled: false });
  expect(button({ converting: true })).toMatchObject({ label: 'Swapping...', enabled: false });
  expect(button({ cover: 'short' })).toMatchObject({ label: 'Low Balance', enabled: false });
  expect(button({ quote: 'expired' })).toMatchObject({ label: 'Getting Quote...', enabled: false });
  expect(button({ quote: 'none' })).toMatchObject({ label: 'Swap', enabled: false });
});

test('SWAP-10 enabled means: amount, covered, active quote, nothing under way', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('', '0', '1', '1.'),
      fc.constantFrom('covered', 'short', 'unknown'),
      fc.constantFrom('none', 'loading', 'active', 'expired'),
      fc.boolean(),
      (amount, cover, quote, converting) => {
        const all = amount === '1' && cover === 'covered' && quote === 'active' && !converting;
        expect(button({ amount, cover, quote, converting }).enabled).toBe(all);
      },
    ),
  );
});

test('BEY-23 an unknown balance is never called low', () => {
  expect(coverOf('1', undefined, 8)).toBe('unknown');
  expect(button({ cover: 'unknown' })).toMatchObject({ label: 'Swap', enabled: false });
  expect(coverOf('1', '0.99999999', 8)).toBe('short');
  expect(coverOf('1.', '1', 8)).toBe('covered');
});

test('SWAP-08 SWAP-11 the texts', () => {
  expect(notEnough('XRP')).toBe('Not enough Ripple to start this swap');
  expect(pairUnavailable({ source: 'BTC', target: 'XRP' })).toBe(
    'Trading pair BTC to XRP is not available on the exchange. Please select different currencies.',
  );
});

test('HARD-23 a page about an asset begins with it; one that is not offered here begins as usual', () => {
  expect(startingPair('AUD', 'SOL')).toEqual({ source: 'SOL', target: 'USDT' });
  expect(startingPair('EUR', 'SOL')).toEqual({ source: 'SOL', target: 'USDC' });
  expect(startingPair('EUR', 'USDC')).toEqual({ source: 'USDC', target: 'BTC' });
  const usual = { source: 'BTC', target: 'USDC' };
  expect(startingPair('EUR', 'USDT')).toEqual(usual);
  expect(startingPair('EUR', 'DOGE')).toEqual(usual);
  expect(startingPair('EUR')).toEqual(usual);
  // Stable coins are what a sale is for.
  expect(startingPair('EUR', 'USDC', true)).toEqual(usual);
});
