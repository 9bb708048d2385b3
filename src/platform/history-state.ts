/** What the current entry of the history carries; nothing where there is no browser. */
export const historyState = (): unknown =>
  typeof history === 'undefined' ? undefined : history.state;

/** Lets the current entry of the history carry something more: it is there again after going back. */
export function amendHistoryState(part: Readonly<Record<string, unknown>>): void {
  const state = historyState();
  history.replaceState({ ...(typeof state === 'object' && state), ...part }, '');
}

/** Whether the page that is shown was come back to, or forward to, and not gone to. */
let cameBack = false;

export const cameByHistory = (): boolean => cameBack;

/** The app itself goes to a page. */
export const goesByApp = (): void => {
  cameBack = false;
};

/** Called once, before anything else listens to the history. */
export const followHistory = (): void =>
  window.addEventListener('popstate', () => {
    cameBack = true;
  });
