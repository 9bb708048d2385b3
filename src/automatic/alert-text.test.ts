import { expect, test } from 'vitest';
import { alertText } from './alert-text.ts';

test('LIVE-05 an alert says what it waits for, in its own currency or in per cent', () => {
  expect(alertText({ kind: 'above', value: '90000', money_id: 'AUD' })).toBe(
    'Rises above AU$90,000.00',
  );
  expect(alertText({ kind: 'below', value: '0.5', money_id: 'EUR' })).toMatch(
    /^Falls below €0\.50/,
  );
  expect(alertText({ kind: 'move', value: '7.5', money_id: 'AUD' })).toBe(
    'Moves in a day by 7.5 %',
  );
});
