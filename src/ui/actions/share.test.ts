import { afterEach, expect, test, vi } from 'vitest';
import { toast } from '#ui/feedback/toasts.ts';
import { share } from './share.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  toast.clear();
});

test.each([
  ['came too late for its press', 'NotAllowedError', /Press Share again/],
  ['the browser cannot do', 'DataError', /does not support sharing/],
])('LIVE-06 a share that %s says so', async (_, name, text) => {
  const refusing = () => Promise.reject(new DOMException('no', name));
  vi.stubGlobal('navigator', { share: refusing, canShare: () => true });
  const file = { name: 'a.pdf', type: 'application/pdf', make: async () => 'pdf' } as const;
  await share({ title: 'Receipt', text: 'Receipt', file });
  expect(toast.list.value.map((one) => one.text)).toEqual([expect.stringMatching(text)]);
});
