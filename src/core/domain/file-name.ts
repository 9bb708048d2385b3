/** Some systems refuse longer names, or cut off the ending. */
const MAX_LENGTH = 120;

/**
 * A name every file system accepts: anything but letters, digits, dots and hyphens becomes an
 * underscore, and parts left without a character are dropped. `ending` is given without its dot.
 */
export function fileName(parts: readonly string[], ending: string): string {
  const kept = parts
    .map((part) => part.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}.-]+/gu, '_'))
    .map((part) => part.replace(/^[_.]+|[_.]+$/g, ''))
    .filter(Boolean);
  const name = [...kept.join('_')].slice(0, MAX_LENGTH).join('');
  return `${name || 'export'}.${ending}`;
}
