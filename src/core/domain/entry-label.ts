/** The types of statement entries, as they are shown. */
export const entryLabels = ['Swap', 'Buy', 'Deposit', 'Withdraw'] as const;
export type EntryLabel = (typeof entryLabels)[number];
