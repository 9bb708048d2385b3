import { expect, test } from 'vitest';
import { heldText } from './purchase-texts.ts';

test('HARD-14 D38 the card dialog says how long the price holds, for what, and what counts otherwise', () => {
  expect(heldText(Date.UTC(2026, 4, 13, 15, 30), 'UTC')).toBe(
    'Price held until 3:30 PM, unless the market moves by more than our fee of 0.5%. Otherwise the price when you pay counts; if it is over 1% worse, the payment goes back to your card.',
  );
});
