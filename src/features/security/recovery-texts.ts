import { NO_CODE_LEFT, ONE_CODE_LEFT } from '#core/words/security.ts';

/** How many recovery codes are left, as a sentence. */
export const codesLeft = (left: number): string =>
  left === 0 ? NO_CODE_LEFT : left === 1 ? ONE_CODE_LEFT : `${left} are left.`;
