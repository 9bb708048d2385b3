const waiting: (() => void)[] = [];

/** Runs something once the first page of this visit is React's. */
export function whenShown(run: () => void): void {
  waiting.push(run);
}

/** A page stands. */
export function pageShown(): void {
  for (const run of waiting.splice(0)) run();
}
