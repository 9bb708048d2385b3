/**
 * What every page and mail shows of the product. Together with `operator.ts` it is everything an operator changes
 * to re-brand it, and the only place it is written.
 */
export const brand = {
  name: 'Kopa',
  website: 'https://kopa.test',
} as const;
