import { historyState } from './history-state.ts';

/** Another step of the page that is shown: going back from it leads to the step before. */
export function pushHistoryStep(step: string): void {
  const state = Object(historyState());
  history.pushState({ ...state, step, depth: (state.depth ?? 0) + 1 }, '');
}

export const historyStep = (): unknown => Object(historyState()).step;
