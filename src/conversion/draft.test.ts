import { expect, test } from 'vitest';
import { draftFrom, readDraft } from './draft.ts';

const pair = { source: 'ETH', target: 'USDC' } as const;

test('BEY-11 a typed amount is kept with its pair, but a swap under way is not', () => {
  expect(draftFrom({ phase: 'form', pair, amount: '0.25' })).toEqual({ pair, amount: '0.25' });
  expect(draftFrom({ phase: 'form', pair, amount: '' })).toBeUndefined();
  expect(draftFrom({ phase: 'confirming', pair, amount: '0.25' })).toBeUndefined();
  expect(draftFrom({ phase: 'checking', pair, amount: '0.25' })).toBeUndefined();
});

test('BEY-11 TRD-03 a conversion that failed for certain is kept as it was typed', () => {
  expect(draftFrom({ phase: 'failure', pair, amount: '0.25' })).toEqual({ pair, amount: '0.25' });
});

test('BEY-11 a kept draft is restored only if its assets are offered in the market', () => {
  expect(readDraft({ pair, amount: '0.25' }, 'EUR')).toEqual({ pair, amount: '0.25' });
  const tether = { pair: { source: 'BTC', target: 'USDT' }, amount: '1' };
  expect(readDraft(tether, 'AUD')).toEqual(tether);
  expect(readDraft(tether, 'EUR')).toBeUndefined();
  for (const odd of [undefined, null, 'x', {}, { pair, amount: 1 }, { amount: '1' }]) {
    expect(readDraft(odd, 'AUD')).toBeUndefined();
  }
  expect(
    readDraft({ pair: { source: 'DOGE', target: 'BTC' }, amount: '1' }, 'AUD'),
  ).toBeUndefined();
});
