/**
 * The kinds of ledger journals. `tax-meaning.ts` does not compile until a new kind's meaning for taxes is
 * stated.
 */
export const journalKinds = [
  'deposit-seen',
  'deposit-dropped',
  'deposit',
  'swap',
  'purchase',
  'trade',
  'manual',
  'withdrawal',
  'withdrawal-sent',
  'withdrawal-returned',
  'given-up',
  'forfeited',
  'cash-in',
  'cash-recalled',
  'cash-lost',
  'set-aside',
  'card-refunded',
  'card-recalled',
] as const;
export type JournalKind = (typeof journalKinds)[number];
