/**
 * What lets prices, totals and pages move is loaded with the first touch and with the first change that comes
 * while somebody looks: without it all of it just changes. `prices`: what an event of the stream says of them.
 */
export function move(prices?: string): void {
  if (document.visibilityState !== 'visible') return;
  import('./moving.ts').then(
    ({ showPrices }) => prices === undefined || showPrices(prices),
    () => undefined,
  );
}
