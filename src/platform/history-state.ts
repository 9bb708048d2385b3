/** What the current entry of the history carries; nothing where there is no browser. */
export const historyState = (): unknown =>
  typeof history === 'undefined' ? undefined : history.state;
