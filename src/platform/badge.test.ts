import { expect, test, vi } from 'vitest';
import { showBadge } from './badge.ts';

test('the badge counts what is under way and goes away with it', () => {
  const setAppBadge = vi.fn(async () => undefined);
  const clearAppBadge = vi.fn(async () => undefined);
  showBadge(2, { setAppBadge, clearAppBadge });
  expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(2);
  expect(clearAppBadge).not.toHaveBeenCalled();
  showBadge(0, { setAppBadge, clearAppBadge });
  expect(clearAppBadge).toHaveBeenCalledOnce();
});

test('a system without badges, or that refuses them, is no error', async () => {
  showBadge(1, {});
  showBadge(0, {});
  showBadge(1, { setAppBadge: () => Promise.reject(new Error('not allowed')) });
  await Promise.resolve();
});
