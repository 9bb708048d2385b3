import { getTerms } from '#core/contract/account/terms.ts';
import { reading } from '#transport/calls/reading.ts';

export const terms = reading(
  getTerms,
  {},
  {
    pick: ({ data }) => data,
    failed: 'Your terms could not be loaded.',
    // It notes what the customer was shown, so it is no read, and has an end of its own (READ-02).
    timeoutMs: 60_000,
  },
);
