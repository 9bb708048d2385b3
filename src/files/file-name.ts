import { trimmedEnd, trimmedStart } from '#core/text/trimmed-of.ts';

/** Some systems refuse longer names, or cut off the ending. */
const MAX_LENGTH = 120;

const isFill = (sign: string): boolean => sign === '_' || sign === '.';

/**
 * A name every file system accepts: anything but letters, digits, dots and hyphens becomes an
 * underscore, and parts left without a character are dropped. `ending` is given without its dot.
 */
export function fileName(parts: readonly string[], ending: string): string {
  const kept = parts
    .map((part) => part.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}.-]+/gu, '_'))
    .map((part) => trimmedStart(trimmedEnd(part, isFill), isFill))
    .filter(Boolean);
  const name = [...kept.join('_')].slice(0, MAX_LENGTH).join('');
  return `${name || 'export'}.${ending}`;
}
