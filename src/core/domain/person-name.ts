/** The words of a name without accents, titles and punctuation, because banks write names in many ways. */
const TITLES = ['mr', 'mrs', 'ms', 'mx', 'dr', 'prof', 'herr', 'frau'];

const wordsOf = (name: string): readonly string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '' && !TITLES.includes(word));

export interface PersonName {
  readonly first: string;
  readonly last: string;
}

/**
 * Whether the payer is this person, as far as names tell (BANK-02): every word of the last name occurs, and
 * the first name or its initial. A second person, as on a joint account, is accepted; an empty name is not.
 */
export function isSamePerson({ first, last }: PersonName, payer: string): boolean {
  const said = wordsOf(payer);
  const lastWords = wordsOf(last);
  const [given] = wordsOf(first);
  if (lastWords.length === 0 || given === undefined) return false;
  if (!lastWords.every((word) => said.includes(word))) return false;
  const rest = [...said];
  for (const word of lastWords) rest.splice(rest.indexOf(word), 1);
  return rest.some((word) => word === given || (word.length === 1 && given.startsWith(word)));
}
