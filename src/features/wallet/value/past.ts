import { scopedStore } from '#transport/session/scope.ts';

/**
 * The past of the total, of which the balance shows the button and the dune the rest: the dune's code comes later than
 * the balance. `words`: the period that the dune shows.
 */
export const past = scopedStore(() => ({ isOpen: false, words: '30 days' }));
