import { expect, test } from 'vitest';
import { longestTime, longestUntil, usualTime } from './arrival-text.ts';
import { networks } from './networks.ts';

test('KEEP-16 the usual and the longest time of every network are words, those of an unknown one the slowest', () => {
  expect(networks.map((network) => [network, usualTime(network), longestTime(network)])).toEqual([
    ['Bitcoin', 'about 30 minutes', '90 minutes'],
    ['Ethereum', 'about 7 minutes', 'an hour'],
    ['Avalanche C-Chain', 'about a minute', 'an hour'],
    ['Solana', 'about a minute', 'an hour'],
    ['XRP Ledger', 'about a minute', 'an hour'],
  ]);
  expect([usualTime('Litecoin'), longestTime('Litecoin')]).toEqual([
    'about 30 minutes',
    '90 minutes',
  ]);
  expect(longestUntil('Solana', 1_000)).toBe(3_601_000);
});
