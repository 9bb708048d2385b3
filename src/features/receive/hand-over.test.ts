import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toast } from '#ui/feedback/toasts.ts';
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
  await share({ title: 'Your Bitcoin Address, Bitcoin', text: 'bc1q' });
  expect(shared).toEqual([{ title: 'Your Bitcoin Address, Bitcoin', text: 'bc1q' }]);
  browser({ share: () => Promise.reject(new DOMException('closed', 'AbortError')) });
  await share({ title: 'title', text: 'bc1q' });
  expect(texts()).toEqual([]);
  await share(undefined);
  expect(texts()).toEqual(['No address to share']);
  vi.runAllTimers();
  for (const without of [{}, { share: refusing }]) {
    browser(without);
    await share({ title: 'title', text: 'bc1q' });
    expect(texts()).toEqual(['Your browser does not support sharing']);
    vi.runAllTimers();
  }
});

test('LIVE-06 an address is shared as text and as a file where the share sheet takes one', async () => {
  const shared: ShareData[] = [];
  const file = {
    name: 'address.png',
    type: 'image/png',
    make: async () => 'picture',
  } as const;
  const give = { title: 'title', text: 'bc1q', file };
  const last = () => shared.at(-1)?.files?.map(({ name, type, size }) => [name, type, size]);
  const sheet = { share: async (data: ShareData) => void shared.push(data) };
  const taking = { ...sheet, canShare: () => true };

  browser(taking);
  await share(give);
  expect(shared.at(-1)).toMatchObject({ title: 'title', text: 'bc1q' });
  expect(last()).toEqual([['address.png', 'image/png', 'picture'.length]]);

  const texted = { title: 'title', text: 'bc1q' };
  for (const without of [sheet, { ...sheet, canShare: () => false }]) {
    browser(without);
    await share({ ...give, file: { ...file, make: () => Promise.reject(new Error('made')) } });
    expect(shared.at(-1)).toEqual(texted);
  }
  browser(taking);
  for (const make of [async () => undefined, () => Promise.reject(new Error('no canvas'))]) {
    await share({ ...give, file: { ...file, make } });
    expect(shared.at(-1)).toEqual(texted);
  }
  expect(texts()).toEqual([]);
});
