import type { ChangeKind } from '#core/contract/live.ts';

/** What changes a list of transactions: also how far one of them is, and what was tried in vain. */
export const historyChanges: readonly ChangeKind[] = [
  'balances',
  'deposits',
  'withdrawals',
  'purchases',
];
