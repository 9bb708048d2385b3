import type { JournalKind } from './journal-kind.ts';

/** The types of statement entries, by which a list is filtered. */
export const entryLabels = ['Swap', 'Buy', 'Deposit', 'Withdraw'] as const;
export type EntryLabel = (typeof entryLabels)[number];

/**
 * What changed a balance without the customer having sent or received anything, by the journal's kind. It is
 * named so everywhere, never as a withdrawal of theirs (HARD-52).
 */
export const ownNames = {
  'cash-recalled': 'Bank transfer recalled',
  'given-up': 'Given up',
  forfeited: 'Forfeited',
  manual: 'Booked by hand',
  'set-aside': 'Set aside',
  'card-refunded': 'Card refunded',
  'card-recalled': 'Card payment taken back',
} as const satisfies Partial<Record<JournalKind, string>>;
type OwnName = (typeof ownNames)[keyof typeof ownNames];

/** The name of an entry as it is shown. */
export type EntryName = EntryLabel | OwnName;

export const entryNames: readonly EntryName[] = [...entryLabels, ...Object.values(ownNames)];

/**
 * The type by which an entry with that name is found: a recalled transfer belongs to the deposit it was, and what a card
 * payment lost to the purchase.
 */
export function labelBehind(name: EntryName): EntryLabel {
  switch (name) {
    case 'Bank transfer recalled':
      return 'Deposit';
    case 'Card payment taken back':
      return 'Buy';
    case 'Given up':
    case 'Forfeited':
    case 'Booked by hand':
    case 'Set aside':
    case 'Card refunded':
      return 'Withdraw';
    case 'Swap':
    case 'Buy':
    case 'Deposit':
    case 'Withdraw':
      return name;
  }
}
