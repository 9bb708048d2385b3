import { afterEach, expect, test, vi } from 'vitest';
import { onReturn } from './on-return.ts';
import { online } from './online.ts';

afterEach(() => {
  online.value = true;
  vi.unstubAllGlobals();
});

test('BEY-23 the callback runs when a visible page is back online and when the page becomes visible again', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  const seen = (): unknown => page.dispatchEvent(new Event('visibilitychange'));
  const run = vi.fn();
  const stop = onReturn(run);
  expect(run).not.toHaveBeenCalled();
  online.value = false;
  expect(run).not.toHaveBeenCalled();
  online.value = true;
  expect(run).toHaveBeenCalledTimes(1);
  page.visibilityState = 'hidden';
  seen();
  online.value = false;
  online.value = true;
  expect(run).toHaveBeenCalledTimes(1);
  page.visibilityState = 'visible';
  seen();
  expect(run).toHaveBeenCalledTimes(2);
  stop();
  seen();
  expect(run).toHaveBeenCalledTimes(2);
});
