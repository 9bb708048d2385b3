import { expect, test } from 'vitest';
import { assets, defaultPair, findAsset, isAssetCode, offeredAssets } from './currencies.ts';

test('WAL-06 the assets are those of the specification, by name and order', () => {
  expect(assets.map(({ code, name }) => `${code} ${name}`)).toEqual([
    'BTC Bitcoin',
    'SOL Solana',
    'ETH Ethereum',
    'AVAX Avax',
    'XRP Ripple',
    'USDT Tether',
    'USDC USDC',
  ]);
});

test('WAL-06 USDT is offered to everyone but EUR users', () => {
  const codes = (currency: string) => offeredAssets(currency).map((asset) => asset.code);
  expect(codes('EUR')).toEqual(['BTC', 'SOL', 'ETH', 'AVAX', 'XRP', 'USDC']);
  expect(codes('AUD')).toContain('USDT');
  expect(codes('USD')).toContain('USDT');
});

test('SWAP-15 the default pair is BTC to USDC for EUR users and BTC to USDT otherwise', () => {
  expect(defaultPair('EUR')).toEqual({ source: 'BTC', target: 'USDC' });
  expect(defaultPair('AUD')).toEqual({ source: 'BTC', target: 'USDT' });
  expect(defaultPair('USD')).toEqual({ source: 'BTC', target: 'USDT' });
});

test('BEY-07 a code from outside is never taken for an asset by accident', () => {
  expect(['BTC', 'btc', 'toString', '', '__proto__'].map(isAssetCode)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(findAsset('DOGE')).toBeUndefined();
});
