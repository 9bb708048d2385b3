/** Stands below every swap and sale. */
export const RATE_NOTE =
  'The rate is fixed for ten seconds by our clock. What you receive is rounded down to the last decimal shown.';
