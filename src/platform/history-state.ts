/** What the current entry of the history carries; nothing where there is no browser. */
export const historyState = (): unknown =>
  typeof history === 'undefined' ? undefined : history.state;

/** Lets the current entry of the history carry something more: it is there again after going back. */
export function amendHistoryState(part: Readonly<Record<string, unknown>>): void {
  const state = historyState();
  history.replaceState({ ...(typeof state === 'object' && state), ...part }, '');
}
