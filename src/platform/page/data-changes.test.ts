import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onChanged, tellChanged } from './data-changes.ts';

const tab = { visibilityState: 'visible' };
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', tab);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  tab.visibilityState = 'visible';
});

test('LIVE-01 what changes together is read once, and what goes on changing twice a second', () => {
  const read = vi.fn();
  const stop = onChanged(['balances', 'deposits'], read);
  for (const kind of ['balances', 'deposits', 'notices'] as const) tellChanged(kind);
  vi.advanceTimersByTime(50);
  expect(read).toHaveBeenCalledTimes(1);
  for (let i = 0; i < 100; i++) {
    tellChanged('balances');
    vi.advanceTimersByTime(10);
  }
  expect(read).toHaveBeenCalledTimes(3);
  tellChanged('balances');
  vi.advanceTimersByTime(500);
  expect(read).toHaveBeenCalledTimes(4);
  stop();
  tellChanged('anything');
  vi.advanceTimersByTime(1_000);
  expect(read).toHaveBeenCalledTimes(4);
});

test('LIVE-01 only those are told who read what changed, and only on a page that is seen', () => {
  const read = vi.fn();
  const stop = onChanged(['withdrawals'], read);
  tellChanged('balances');
  tab.visibilityState = 'hidden';
  tellChanged('withdrawals');
  vi.advanceTimersByTime(1_000);
  expect(read).not.toHaveBeenCalled();
  tab.visibilityState = 'visible';
  tellChanged('anything');
  vi.advanceTimersByTime(1_000);
  expect(read).toHaveBeenCalledTimes(1);
  stop();
});
