/** The state of the current history entry; undefined outside a browser. */
export const historyState = (): unknown =>
  typeof history === 'undefined' ? undefined : history.state;

/** Adds to the state of the current history entry, so that it is there again after going back. */
export function amendHistoryState(part: Readonly<Record<string, unknown>>): void {
  const state = historyState();
  history.replaceState({ ...(typeof state === 'object' && state), ...part }, '');
}

/** Whether the customer reached the current page by going back or forward. */
let cameBack = false;

export const cameByHistory = (): boolean => cameBack;

/** Called when the app itself navigates to a page. */
export const goesByApp = (): void => {
  cameBack = false;
};

/** Called once, before anything else listens to the history. */
export const followHistory = (): void =>
  window.addEventListener('popstate', () => {
    cameBack = true;
  });
