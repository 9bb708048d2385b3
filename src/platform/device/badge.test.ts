import { expect, test, vi } from 'vitest';
import { showBadge } from './badge.ts';

test('the badge shows how many operations are under way and disappears when there are none', () => {
  const setAppBadge = vi.fn(async () => undefined);
  const clearAppBadge = vi.fn(async () => undefined);
  showBadge(2, { setAppBadge, clearAppBadge });
  expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(2);
  expect(clearAppBadge).not.toHaveBeenCalled();
  showBadge(0, { setAppBadge, clearAppBadge });
  expect(clearAppBadge).toHaveBeenCalledOnce();
});

test('a system that has no badges, or refuses them, causes no error', async () => {
  showBadge(1, {});
  showBadge(0, {});
  showBadge(1, { setAppBadge: () => Promise.reject(new Error('not allowed')) });
  await Promise.resolve();
});
