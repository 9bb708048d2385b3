/**
 * The code for moving prices, totals and pages is loaded with the first touch, or with the first change that
 * arrives while the page is visible; without it, numbers change at once. `prices`: the text of a price event.
 */
export function move(prices?: string): void {
  if (document.visibilityState !== 'visible') return;
  import('./move.later.ts').then(
    ({ showPrices }) => prices === undefined || showPrices(prices),
    () => undefined,
  );
}
