import { compareName, type NameMatch, type PersonName } from './person-name.ts';

/** Who somebody is, by what they typed or by a document. */
export interface Person extends PersonName {
  /** `YYYY-MM-DD`, or empty. */
  readonly born: string;
}

/** The person of a document, as an identity check read it (READ-09). */
export interface VerifiedPerson extends Person {
  /** The country of the document, in two letters, or empty. */
  readonly country: string;
  /** The name in Latin letters, where the document's is in others; empty otherwise. */
  readonly latin: string;
}

/**
 * Whether a document is of whoever somebody said they are: `same`; `near`: nearly the name; `birth-date`: the name, born on
 * another day; `other`: somebody else; `unnamed`: the check does not say whose document it is.
 */
export type PersonMatch = 'same' | 'near' | 'birth-date' | 'other' | 'unnamed';

const best = (matches: readonly NameMatch[]): NameMatch =>
  matches.includes('same') ? 'same' : matches.includes('near') ? 'near' : 'other';

const fullName = ({ first, last }: PersonName): string => `${first} ${last}`.trim();

/** Compares two names whichever is the longer one: people leave names out when they type, and documents have them all. */
function matchNames(said: PersonName, { latin, ...document }: VerifiedPerson): NameMatch {
  // Also a name of one word, which has no first or no last one to compare.
  if (fullName(said).toLowerCase() === fullName(document).toLowerCase()) return 'same';
  const ways = [compareName(said, fullName(document)), compareName(document, fullName(said))];
  return best(latin === '' ? ways : [...ways, compareName(said, latin)]);
}

/** Compares what somebody said with their document. */
export function matchPerson(said: Person, document: VerifiedPerson | undefined): PersonMatch {
  if (!document || fullName(document) === '' || document.born === '') return 'unnamed';
  const names = matchNames(said, document);
  if (names !== 'same') return names;
  return said.born === document.born ? 'same' : 'birth-date';
}

/** Whose name something stands in: that of one of these names which fits best (HARD-54). */
export const compareNames = (names: readonly PersonName[], written: string): NameMatch =>
  best(names.map((name) => compareName(name, written)));
