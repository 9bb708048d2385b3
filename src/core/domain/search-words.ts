/**
 * The words of a search in small letters: each must stand somewhere in what is found. A sign before a word
 * does not count.
 */
export const searchWords = (search: string): readonly string[] =>
  search
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[+\u2212-]+/, ''))
    .filter((word) => word !== '');
