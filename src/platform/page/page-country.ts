/** The visitor's country as the server named it beside the page, by its two letters; empty if it did not. */
export const pageCountry = (): string =>
  typeof document === 'undefined' ? '' : (document.documentElement.dataset.country ?? '');
