import { historyState, writeHistory } from './history-state.ts';

/** Starts another step of the current page; going back from it leads to the previous step. */
export function pushHistoryStep(step: string): void {
  const state = Object(historyState());
  writeHistory('pushState', { ...state, step, depth: (state.depth ?? 0) + 1 });
}

export const historyStep = (): unknown => Object(historyState()).step;
