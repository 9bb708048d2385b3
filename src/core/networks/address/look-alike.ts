import { networkFacts } from '#core/networks/networks.ts';

/** An address that begins with one of these patterns. */
const beginsWith = (patterns: readonly string[]): RegExp =>
  new RegExp(`^(?:${patterns.filter(Boolean).join('|')})`, 'i');

const facts = Object.values(networkFacts);
/** The prefix that all addresses of a kind share, which does not distinguish them. */
const PREFIX = beginsWith(facts.map(({ prefix }) => prefix));
/** How many characters at each end people compare, and forgers imitate. */
const COMPARED = 4;

const ends = (address: string): string => {
  const rest = address.replace(PREFIX, '').toLowerCase();
  return `${rest.slice(0, COMPARED)}…${rest.slice(-COMPARED)}`;
};

/** Only these addresses are the same in upper and lower case; elsewhere the case is part of the address. */
const CASELESS = beginsWith(facts.map(({ caseless }) => caseless));

/** An address in its normal form, so that equal addresses are equal texts. */
export const plainAddress = (address: string): string =>
  CASELESS.test(address) ? address.toLowerCase() : address;

export const sameAddress = (a: string, b: string): boolean => plainAddress(a) === plainAddress(b);

/** Whether an address could be mistaken for another at a glance (BEY-14). */
export const looksAlike = (a: string, b: string): boolean =>
  !sameAddress(a, b) && ends(a) === ends(b);
