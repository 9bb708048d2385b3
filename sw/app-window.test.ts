import { expect, test } from 'vitest';
import { showsApp } from './app-window.ts';

test('PROF-06 a press on a push message opens a window of the app, not a legal page or a payment', () => {
  const shows = (path: string, frameType = 'top-level') =>
    showsApp({ url: `https://kopa.example${path}`, frameType });
  expect(
    ['/', '/wallet', '/profile/security', '/swap?from=BTC'].map((path) => shows(path)),
  ).toEqual(Array(4).fill(true));
  expect(['/privacy-policy', '/success', '/not-me', '/nowhere'].map((path) => shows(path))).toEqual(
    Array(4).fill(false),
  );
  expect(shows('/wallet', 'nested')).toBe(false);
});
