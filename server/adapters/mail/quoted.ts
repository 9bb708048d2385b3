import { oneLine } from '#core/text/one-line.ts';

/** What an address, a link, a telephone number or a sentence of its own needs. */
const TELLING = /[^\p{L}\p{M}\p{N}\s'’&()+-]|\p{N}{4,}|\+/gu;
const LONGEST = 40;

/**
 * A name that a customer chose, for a mail about safety: in quotation marks, and without what would make it a message
 * of its own. Whoever is in an account could otherwise write to its owner in our name.
 */
export function quoted(name: string): string {
  const harmless = oneLine(name.replace(TELLING, ' '));
  const short = [...harmless].slice(0, LONGEST).join('').trim();
  return short === '' ? 'without a name' : `“${short}”`;
}
