import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toast } from '#ui/feedback/toasts.ts';
import { buyDeps } from './buy-wiring.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('BUY-04 SHELL-14 a rejected check is told for five seconds', () => {
  const told = () =>
    toast.list.value.filter(({ leaving, title }) => !leaving && title === 'Verification Required');
  buyDeps().rejected();
  vi.advanceTimersByTime(4_999);
  expect(told()).toMatchObject([
    {
      kind: 'error',
      text: 'Your account verification was rejected. Please contact support for assistance.',
    },
  ]);
  vi.advanceTimersByTime(1);
  expect(told()).toEqual([]);
});
