import { afterEach, expect, test, vi } from 'vitest';
import { keepForLong } from './persistence.ts';

afterEach(() => vi.unstubAllGlobals());

const firefox = { permissions: { query: async () => ({ state: 'prompt' }) } };
const allowed = { permissions: { query: async () => ({ state: 'granted' }) } };
const chromium = { ...firefox, userAgentData: {} };
const safari = { permissions: { query: () => Promise.reject(new TypeError('unknown name')) } };

test.each([
  ['Firefox', firefox, false],
  ['Firefox, where it was allowed', allowed, true],
  ['Chromium', chromium, true],
  ['Safari', safari, true],
  ['an old browser', {}, true],
])(
  'HARD-98 in %s, signing in asks nobody whether data may be kept',
  async (_name, browser, asks) => {
    const persist = vi.fn(async () => true);
    vi.stubGlobal('navigator', { ...browser, storage: { persist } });
    await keepForLong({ meant: false });
    expect(persist).toHaveBeenCalledTimes(asks ? 1 : 0);
    await keepForLong({ meant: true });
    expect(persist).toHaveBeenCalledTimes(asks ? 2 : 1);
  },
);

test('HARD-98 a browser that keeps nothing for long, or declines, is no failure', async () => {
  vi.stubGlobal('navigator', {});
  await keepForLong({ meant: true });
  vi.stubGlobal('navigator', { storage: { persist: () => Promise.reject(new Error('no')) } });
  await keepForLong({ meant: true });
});
