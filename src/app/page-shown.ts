const waiting: (() => void)[] = [];

/** Runs something once React shows the next page, at launch the first one of this visit. */
export function whenShown(run: () => void): void {
  waiting.push(run);
}

/** Called when a page is shown. */
export function pageShown(): void {
  for (const run of waiting.splice(0)) run();
}
