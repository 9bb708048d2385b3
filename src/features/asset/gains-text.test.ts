import { expect, test } from 'vitest';
import type { Gains } from '#core/contract/wallet/gains.ts';
import { gainsTexts, gainText } from './gains-text.ts';

const known: Gains = {
  ...{ currency_id: 'ETH', money_id: 'AUD', method: 'fifo', amount: '2', unknown_amount: '0.5' },
  ...{ cost: '3000.00', average_cost: '2000', realised: '-12.50', uncounted: '0.00', unvalued: 0 },
  ...{ unrealised: '1234.56', asked: [] },
};

test('INS-02 gains have their sign, and nothing is no gain', () => {
  expect(['1234.50', '-3.00', '0.00'].map((sum) => gainText(sum, 'AUD'))).toEqual([
    '+AU$1,234.50',
    '\u2212AU$3.00',
    'AU$0.00',
  ]);
});

test('INS-02 what has a known cost is told apart from what has none', () => {
  expect(gainsTexts(known)).toEqual({
    ...{ average: 'AU$2,000.00', unrealised: '+AU$1,234.56', realised: '\u2212AU$12.50' },
    ...{ unknown: '0.5\u00a0ETH', missing: '' },
  });
});

test('INS-02 an unknown cost is said in words and is never a zero', () => {
  const { average_cost: _, ...rest } = known;
  const unknown = gainsTexts({ ...rest, unknown_amount: '2', cost: '0.00', unrealised: '0.00' });
  expect(unknown).toMatchObject({ average: 'Unknown', unrealised: 'Unknown' });
  const sold = gainsTexts({ ...known, uncounted: '500.00', unvalued: 2 });
  expect(sold.missing).toBe(
    'What brought AU$500.00 was sold without a known cost: it is in no gain. Of 2 sales nobody wrote down what it brought.',
  );
  const none = gainsTexts({ ...rest, amount: '0', unknown_amount: '0', unrealised: '0.00' });
  expect(none).toMatchObject({ average: 'None held', unrealised: 'AU$0.00', unknown: 'None' });
  const { unrealised: __, ...unpriced } = known;
  expect(gainsTexts(unpriced).unrealised).toBe('No price now');
});
