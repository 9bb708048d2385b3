/** What entries of a statement are called. */
export const entryLabels = ['Swap', 'Buy', 'Deposit', 'Withdraw'] as const;
export type EntryLabel = (typeof entryLabels)[number];
