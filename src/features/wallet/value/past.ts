import { proxy } from 'valtio/vanilla';

/**
 * The past of the total, of which the balance shows the button and the dune the rest: the dune's code comes later than
 * the balance.
 */
export const past = proxy({
  isOpen: false,
  /** The period that the dune shows, or of when it is. */
  words: '30 days',
});
