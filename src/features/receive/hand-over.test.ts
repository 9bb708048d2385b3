import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toast } from '#ui/toasts.ts';
import { copy, share } from './hand-over.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const texts = (): string[] =>
  toast.list.value.filter(({ leaving }) => !leaving).map(({ text }) => text);

const browser = (facilities: object) => vi.stubGlobal('navigator', facilities);
const refusing = () => Promise.reject(new DOMException('no', 'NotAllowedError'));

test('RCV-04 copying says what happened, for two seconds', async () => {
  const written: string[] = [];
  browser({ clipboard: { writeText: async (text: string) => void written.push(text) } });
  expect(await copy('bc1q', 'Address')).toBe(true);
  expect(written).toEqual(['bc1q']);
  expect(texts()).toEqual(['Address copied to clipboard!']);
  vi.advanceTimersByTime(1_999);
  expect(texts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
  expect(await copy(undefined, 'Address')).toBe(false);
  expect(texts()).toEqual(['No address to copy']);
  vi.runAllTimers();
  browser({ clipboard: { writeText: refusing } });
  expect(await copy('bc1q', 'Address')).toBe(false);
  expect(texts()).toEqual(['Failed to copy address']);
});

test('RCV-04 sharing uses the share sheet; closing it is no failure', async () => {
  const shared: unknown[] = [];
  browser({ share: async (data: unknown) => void shared.push(data) });
  await share('Your Bitcoin Address, Bitcoin', 'bc1q');
  expect(shared).toEqual([{ title: 'Your Bitcoin Address, Bitcoin', text: 'bc1q' }]);
  browser({ share: () => Promise.reject(new DOMException('closed', 'AbortError')) });
  await share('title', 'bc1q');
  expect(texts()).toEqual([]);
  await share('title', undefined);
  expect(texts()).toEqual(['No address to share']);
  vi.runAllTimers();
  for (const without of [{}, { share: refusing }]) {
    browser(without);
    await share('title', 'bc1q');
    expect(texts()).toEqual(['Your browser does not support sharing']);
    vi.runAllTimers();
  }
});
