import { expect, test } from 'vitest';
import { rateOfDearer, rateText } from './rate-text.ts';

const usdc = (amount: string) => ({ amount, currency: 'USDC' });
const btc = (amount: string) => ({ amount, currency: 'BTC' });

test('EASE-04 a rate is told both ways round', () => {
  expect(rateText(btc('0.05'), usdc('2992.5'))).toBe('1 BTC = 59,850 USDC');
  expect(rateText(usdc('2992.5'), btc('0.05'))).toBe('1 USDC = 0.0000167 BTC');
  expect(rateText(usdc('0'), btc('1'))).toBeUndefined();
});

test('TX-05 a record tells the rate of the dearer asset', () => {
  expect(rateOfDearer(usdc('2992.5'), btc('0.05'))).toBe('1 BTC = 59,850 USDC');
  expect(rateOfDearer(btc('0.05'), usdc('2992.5'))).toBe('1 BTC = 59,850 USDC');
  expect(rateOfDearer(usdc('3'), btc('7'))).toBe('1 USDC = 2.33333333 BTC');
  expect(rateOfDearer(usdc('0'), btc('1'))).toBeUndefined();
});
