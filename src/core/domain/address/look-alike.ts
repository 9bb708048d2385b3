import { networkFacts } from '#core/domain/networks.ts';

/** An address that begins with one of these patterns. */
const beginsWith = (patterns: readonly string[]): RegExp =>
  new RegExp(`^(?:${patterns.filter(Boolean).join('|')})`, 'i');

const facts = Object.values(networkFacts);
/** What every address of a kind begins with says nothing about which one it is. */
const PREFIX = beginsWith(facts.map(({ prefix }) => prefix));
/** How many characters at each end people compare, and forgers imitate. */
const COMPARED = 4;

const ends = (address: string): string => {
  const rest = address.replace(PREFIX, '').toLowerCase();
  return `${rest.slice(0, COMPARED)}…${rest.slice(-COMPARED)}`;
};

/** Only these are the same in either case; elsewhere a different case is a different address. */
const CASELESS = beginsWith(facts.map(({ caseless }) => caseless));

/** One way of writing an address, so that two that are the same are equal. */
export const plainAddress = (address: string): string =>
  CASELESS.test(address) ? address.toLowerCase() : address;

export const sameAddress = (a: string, b: string): boolean => plainAddress(a) === plainAddress(b);

/** Whether an address could be mistaken for another at a glance (BEY-14). */
export const looksAlike = (a: string, b: string): boolean =>
  !sameAddress(a, b) && ends(a) === ends(b);
