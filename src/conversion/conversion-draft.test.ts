import { expect, test } from 'vitest';
import { conversionDraftFrom, readConversionDraft } from './conversion-draft.ts';

const pair = { source: 'ETH', target: 'USDC' } as const;

test('BEY-11 a typed amount is kept with its pair, but a swap under way is not', () => {
  expect(conversionDraftFrom({ phase: 'form', pair, amount: '0.25' })).toEqual({
    pair,
    amount: '0.25',
  });
  expect(conversionDraftFrom({ phase: 'form', pair, amount: '' })).toBeUndefined();
  expect(conversionDraftFrom({ phase: 'confirming', pair, amount: '0.25' })).toBeUndefined();
  expect(conversionDraftFrom({ phase: 'checking', pair, amount: '0.25' })).toBeUndefined();
});

test('BEY-11 TRD-03 a conversion that failed for certain is kept as it was typed', () => {
  expect(conversionDraftFrom({ phase: 'failure', pair, amount: '0.25' })).toEqual({
    pair,
    amount: '0.25',
  });
});

test('BEY-11 a kept draft is restored only if its assets are offered in the market', () => {
  expect(readConversionDraft({ pair, amount: '0.25' }, 'EUR')).toEqual({ pair, amount: '0.25' });
  const tether = { pair: { source: 'BTC', target: 'USDT' }, amount: '1' };
  expect(readConversionDraft(tether, 'AUD')).toEqual(tether);
  expect(readConversionDraft(tether, 'EUR')).toBeUndefined();
  for (const odd of [undefined, null, 'x', {}, { pair, amount: 1 }, { amount: '1' }]) {
    expect(readConversionDraft(odd, 'AUD')).toBeUndefined();
  }
  expect(
    readConversionDraft({ pair: { source: 'DOGE', target: 'BTC' }, amount: '1' }, 'AUD'),
  ).toBeUndefined();
});
