import { expect, test } from 'vitest';
import { deferredText } from './update-offer.tsx';

test('PWA-06 a deferred update says what it waits for', () => {
  expect(deferredText(['swap'])).toBe('The update will finish after your swap.');
  expect(deferredText(['swap', 'payment'])).toBe(
    'The update will finish after what you have open.',
  );
  expect(deferredText(['form'])).toBe('The update will finish after what you have open.');
  expect(deferredText([])).toBe('The update will finish after what you have open.');
});
