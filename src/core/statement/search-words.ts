/**
 * The lower-case words of a search, each of which must occur in a result. A sign before a word is ignored.
 */
export const searchWords = (search: string): readonly string[] =>
  search
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[+\u2212-]+/, ''))
    .filter((word) => word !== '');
