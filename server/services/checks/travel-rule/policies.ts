import type { HandedWord } from '#server/adapters/travel-rule/travel-rule.ts';

/**
 * What becomes of a withdrawal by the answer to its data (READ-17). `send`: it leaves; `wait`: it is asked about again, and
 * is a case at its end; `overdue`: it is that case at once; `refuse`: it comes back, and its customer is told what to
 * correct; `unhosted`: it leaves where the customer has said that no provider holds the address, else it comes back;
 * `unknown-provider`: it comes back, because nobody can be told.
 */
export type Policy = 'send' | 'wait' | 'overdue' | 'refuse' | 'unhosted' | 'unknown-provider';

/** A new word does not compile before it has a policy. */
export const policies: Readonly<Record<HandedWord, Policy>> = {
  accepted: 'send',
  pending: 'wait',
  unreachable: 'wait',
  expired: 'overdue',
  refused: 'refuse',
  mismatched: 'refuse',
  unhosted: 'unhosted',
  'unknown-provider': 'unknown-provider',
};
