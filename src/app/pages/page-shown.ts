declare global {
  interface Window {
    /** Called by the shell, and by the app itself, when the app cannot start. */
    startFailed?: () => Promise<void>;
  }
}

const waiting: (() => void)[] = [];

/** Runs something once React shows the next page, at launch the first one of this visit. */
export function whenShown(run: () => void): void {
  waiting.push(run);
}

/** Called when a page is shown. */
export function pageShown(): void {
  for (const run of waiting.splice(0)) run();
}

/** For React's roots: an error that nothing catches before a page is shown is a failed start. */
export const rootOptions = {
  onUncaughtError(error: unknown): void {
    reportError(error);
    // The shell notes presses until the app is shown.
    if ('pressed' in document.documentElement.dataset) void window.startFailed?.();
  },
};
