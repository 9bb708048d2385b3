import type { Carried } from '#core/carried/carried.ts';

/** The state of the current history entry; undefined outside a browser. */
export const historyState = (): unknown =>
  typeof history === 'undefined' ? undefined : history.state;

/**
 * Writes the state of the current history entry, or of a new one. Returns false if the browser refuses: Safari takes
 * 100 changes in 30 seconds. Nothing that a customer does depends on it (HARD-73).
 */
export function writeHistory(
  way: 'replaceState' | 'pushState',
  state: unknown,
  path?: string,
): boolean {
  try {
    history[way](state, '', path);
    return true;
  } catch {
    return false;
  }
}

type Part = Readonly<Record<string, unknown>>;

/** Adds to the state of the current history entry, so that it is there again after going back. */
export function amendHistoryState(part: Part): void {
  const state = historyState();
  const all = { ...(typeof state === 'object' && state), ...resting, ...part };
  if (writeHistory('replaceState', all)) stopResting();
}

/** Reads what the page before handed over, once: Back, Forward and a reload do not bring it again. */
export function takeCarried<What>({ give, read }: Carried<What>): What | undefined {
  const what = read(historyState());
  if (what !== undefined) amendHistoryState(give(undefined));
  return what;
}

/** A customer who types does not pause for longer. */
const REST_MS = 400;

/** What is written once typing rests. */
let resting: Part | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function stopResting(): void {
  clearTimeout(timer);
  resting = undefined;
}

function writeResting(): void {
  if (resting) amendHistoryState({});
}

/** The same for what changes with every key: it is written when typing rests, or the page is left. */
export function amendWhenResting(part: Part): void {
  clearTimeout(timer);
  resting = { ...resting, ...part };
  timer = setTimeout(writeResting, REST_MS);
}

/** Whether the customer reached the current page by going back or forward. */
let cameBack = false;

export const cameByHistory = (): boolean => cameBack;

/** Called when the app itself navigates to a page. */
export const goesByApp = (): void => {
  writeResting();
  cameBack = false;
};

/** Called once, before anything else listens to the history. */
export const followHistory = (): void => {
  window.addEventListener('pagehide', writeResting);
  window.addEventListener('popstate', () => {
    // The entry that it was about is no longer the current one.
    stopResting();
    cameBack = true;
  });
};
