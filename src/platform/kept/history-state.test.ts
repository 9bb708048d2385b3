import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A browser's history that counts its changes, and refuses them after `most`. */
function historyOf(most = Number.POSITIVE_INFINITY) {
  const written: unknown[] = [];
  const history = {
    state: { depth: 1 } as unknown,
    replaceState(state: unknown) {
      if (written.length >= most) throw new DOMException('too many', 'SecurityError');
      written.push(state);
      history.state = state;
    },
  };
  const pushState = history.replaceState;
  vi.stubGlobal('history', Object.assign(history, { pushState }));
  return { written, history };
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

const load = () => import('./history-state.ts');

test('HARD-73 what changes with every key is written once typing rests', async () => {
  const { written } = historyOf();
  const { amendWhenResting } = await load();
  for (let key = 1; key <= 150; key += 1) amendWhenResting({ filter: 'x'.repeat(key) });
  expect(written).toEqual([]);
  vi.runAllTimers();
  expect(written).toEqual([{ depth: 1, filter: 'x'.repeat(150) }]);
});

test('HARD-73 it is written before the app leaves the page, and with any other change', async () => {
  const { written } = historyOf();
  const { amendHistoryState, amendWhenResting, goesByApp } = await load();
  amendWhenResting({ filter: 'a' });
  goesByApp();
  expect(written).toEqual([{ depth: 1, filter: 'a' }]);
  amendWhenResting({ filter: 'b', row: undefined });
  amendHistoryState({ row: 't9' });
  expect(written.at(-1)).toEqual({ depth: 1, filter: 'b', row: 't9' });
  vi.runAllTimers();
  expect(written).toHaveLength(2);
});

test('HARD-73 a browser that refuses to change its history stops nothing', async () => {
  const { written } = historyOf(0);
  const { amendHistoryState, amendWhenResting, writeHistory } = await load();
  amendHistoryState({ row: 't9' });
  amendWhenResting({ filter: 'a' });
  vi.runAllTimers();
  expect(writeHistory('pushState', {})).toBe(false);
  expect(written).toEqual([]);
});
