/** More than this some systems refuse, or cut so that the ending is lost. */
const MAX_LENGTH = 120;

/**
 * A name every file system takes: what is no letter, digit, dot or hyphen becomes an underscore, and
 * parts without a character left are dropped. `ending` comes without its dot.
 */
export function fileName(parts: readonly string[], ending: string): string {
  const kept = parts
    .map((part) => part.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}.-]+/gu, '_'))
    .map((part) => part.replace(/^[_.]+|[_.]+$/g, ''))
    .filter(Boolean);
  const name = [...kept.join('_')].slice(0, MAX_LENGTH).join('');
  return `${name || 'export'}.${ending}`;
}
