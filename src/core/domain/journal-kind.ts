/**
 * What the ledger's journals are about. What a kind means for the tax office must be said before it
 * compiles (`tax-meaning.ts`).
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
] as const;
export type JournalKind = (typeof journalKinds)[number];
