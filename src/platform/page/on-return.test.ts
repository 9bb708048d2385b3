import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onReconnected, onReturn } from './on-return.ts';
import { online } from './online.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
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
  vi.advanceTimersByTime(5_000);
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

test('READ-02 a network that is lost and found without pause reloads what is shown at most every five seconds', () => {
  const run = vi.fn();
  const stop = onReconnected(run);
  const comesBack = (): void => {
    online.value = false;
    online.value = true;
  };
  comesBack();
  expect(run).toHaveBeenCalledTimes(1);
  comesBack();
  comesBack();
  vi.advanceTimersByTime(4_999);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(2);
  comesBack();
  online.value = false;
  vi.advanceTimersByTime(5_000);
  expect(run).toHaveBeenCalledTimes(2);
  online.value = true;
  expect(run).toHaveBeenCalledTimes(3);
  comesBack();
  stop();
  vi.advanceTimersByTime(5_000);
  comesBack();
  expect(run).toHaveBeenCalledTimes(3);
});
