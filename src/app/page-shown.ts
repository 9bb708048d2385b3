let waiting: (() => void) | undefined;

/** Runs something once the first page of this visit is React's. */
export function whenShown(run: () => void): void {
  waiting = run;
}

/** A page stands. */
export function pageShown(): void {
  waiting?.();
  waiting = undefined;
}
