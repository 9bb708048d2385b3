/**
 * A browser may put a page aside that is left, to show it again as it was when the customer goes back. What the page
 * holds for all pages is treated differently meanwhile: WebKit leaves its transactions open and takes its locks away.
 * Workers, which import this too, are never put aside.
 */
function follow(type: 'pagehide' | 'pageshow', run: () => void): void {
  globalThis.addEventListener?.(type, (event) => {
    if ('persisted' in event && event.persisted) run();
  });
}

/** Runs whenever the browser puts this page aside. */
export const onPutAside = (run: () => void): void => follow('pagehide', run);

/** Runs whenever the browser shows this page again that it had put aside. */
export const onShownAgain = (run: () => void): void => follow('pageshow', run);
