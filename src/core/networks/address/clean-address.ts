/**
 * Spaces of every kind, joiners, direction and variation marks, fillers: invisible characters that are copied
 * along.
 */
const INVISIBLE =
  /\s|\p{Cf}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/gu;

/** The address in a pasted text (BEY-04). */
export const cleanAddress = (text: string): string => text.replace(INVISIBLE, '');
