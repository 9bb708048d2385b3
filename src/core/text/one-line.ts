/**
 * Control characters, line and paragraph ends, halves of characters, and marks that change the direction
 * of the text around them.
 */
const NOT_ONE_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Invisible characters: joiners, fillers, soft hyphens, variation marks. Joiners are part of words in some
 * languages and of emoji, so they stay within a text; a text of nothing else is empty.
 */
const UNSEEN =
  /\s|\p{Cf}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u2800|\u3164|\uffa0/gu;

/** A customer's text for a mail, a list or a document: one line without hidden content. */
export const oneLine = (text: string): string =>
  text.replace(NOT_ONE_LINE, ' ').replace(/\s+/g, ' ').trim();

/** The number of visible characters. */
export const seenLength = (text: string): number =>
  [...text.normalize('NFC').replace(UNSEEN, '')].length;

export const isBlank = (text: string): boolean => seenLength(text) === 0;
