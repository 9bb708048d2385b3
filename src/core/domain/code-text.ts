import { compactSigns } from './pasted-signs.ts';

/** A pasted code in our digits, without spaces, dashes and invisible characters. */
export const cleanCode = (typed: string): string => compactSigns(typed);
