import type { ChangeKind } from '#core/contract/market/live.ts';

/** The changes that affect a list of transactions: new ones, progress of one, and failed attempts. */
export const historyChanges: readonly ChangeKind[] = [
  'balances',
  'deposits',
  'withdrawals',
  'purchases',
];
