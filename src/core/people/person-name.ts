import { companyWords, letterForms, nicknames, titles } from './person-name-forms.ts';

export interface PersonName {
  readonly first: string;
  readonly last: string;
}

/**
 * Whose name it is, as far as names tell: `same`: the person’s, however a bank writes it; `near`: nearly theirs,
 * so a person has to look; `other`: somebody else’s, or a company’s.
 */
export type NameMatch = 'same' | 'near' | 'other';

/** No rail carries longer names, so what is behind is not read. */
const LONGEST = 140;
/** Names are cut at these lengths by the rails that carry them: direct entry, Faster Payments, SWIFT, cards. */
const CUT_AT: ReadonlySet<number> = new Set([16, 18, 22, 26, 27, 32, 35, 70, LONGEST]);
/** A word of so few letters is found in too many others for one of them to be wrong. */
const LEAST_FOR_SLIP = 5;

const APOSTROPHES = /['’‘`´ʼʹ′]/gu;

/** The words in small letters, accents kept; an apostrophe belongs to its word. */
const wordsOf = (name: string): readonly string[] =>
  name
    .slice(0, LONGEST)
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replace(APOSTROPHES, '')
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '');

const withoutMarks = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/** The ways to write what begins at a place of a word, each with how many letters it stands for. */
function formsAt(letters: readonly string[], at: number): readonly (readonly [string, number])[] {
  const [letter = '', next = ''] = letters.slice(at, at + 2);
  const pair = letterForms[withoutMarks(letter) + withoutMarks(next)] ?? letterForms[letter + next];
  const plain = withoutMarks(letter);
  const single = letterForms[letter] ?? letterForms[plain] ?? [plain];
  return [
    ...single.map((form) => [form, 1] as const),
    ...(pair ?? []).map((form) => [form, 2] as const),
  ];
}

/** The word in plain letters, each in its first form. */
const plainly = (word: string): string =>
  [...word]
    .map(
      (letter) =>
        (letterForms[letter] ?? letterForms[withoutMarks(letter)])?.[0] ?? withoutMarks(letter),
    )
    .join('');

/** Whether one of the ways to write a word is this text of plain letters: each pair of places is seen once. */
function canBe(word: string, text: string): boolean {
  const letters = [...word];
  const reached = letters.map(() => new Set<number>());
  reached[0]?.add(0);
  let isWhole = false;
  for (const [at, places] of reached.entries()) {
    for (const [form, length] of formsAt(letters, at)) {
      for (const place of places) {
        if (!text.startsWith(form, place)) continue;
        if (at + length < letters.length) reached[at + length]?.add(place + form.length);
        else if (at + length === letters.length && place + form.length === text.length)
          isWhole = true;
      }
    }
  }
  return isWhole;
}

const sameWord = (one: string, other: string): boolean =>
  one === other || canBe(one, plainly(other)) || canBe(other, plainly(one));

/** One letter is wrong, missing, too many, or swapped with its neighbour. */
function isSlip(one: string, other: string): boolean {
  const [a, b] = [plainly(one), plainly(other)];
  if (Math.min(a.length, b.length) < LEAST_FOR_SLIP || Math.abs(a.length - b.length) > 1)
    return false;
  let head = 0;
  while (head < a.length && a[head] === b[head]) head += 1;
  const [restA, restB] = [a.slice(head), b.slice(head)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}

type Compare = (own: string, said: string) => boolean;

/** Names are joined and parted by banks: up to this many words count as one. */
const MOST_JOINED = 4;

/** What is said without the words that are this one; undefined if none are. */
function without(
  said: readonly string[],
  own: string,
  same: Compare,
): readonly string[] | undefined {
  for (let at = 0; at < said.length; at += 1) {
    for (let count = 1; count <= MOST_JOINED && at + count <= said.length; count += 1) {
      if (same(own, said.slice(at, at + count).join(''))) {
        return [...said.slice(0, at), ...said.slice(at + count)];
      }
    }
  }
  return undefined;
}

/** What is left of what is said once all of these words are found in it, and how many were not. */
function take(said: readonly string[], own: readonly string[], same: Compare) {
  const joined = own.length > 1 ? without(said, own.join(''), same) : undefined;
  if (joined) return { rest: joined, missing: 0 };
  let rest = said;
  let missing = 0;
  for (const word of own) {
    const left = without(rest, word, same);
    if (left) rest = left;
    else missing += 1;
  }
  return { rest, missing };
}

const isInitial: Compare = (own, said) =>
  [...said].length === 1 && plainly(own).startsWith(plainly(said));

const isNickname: Compare = (own, said) => {
  const [a, b] = [plainly(own), plainly(said)];
  return nicknames.some((names) => names.includes(a) && names.includes(b));
};

/** Two letters may be initials, or the end of a company's name: they count as one where nothing else explains them. */
function isCompany(said: readonly string[], payer: string, own: readonly string[]): boolean {
  const initials = own.map((word) => word[0] ?? '').join('');
  const ends = /(?:\p{L}\.){2,4}\s*$/u
    .exec(payer.slice(0, LONGEST).toLowerCase())?.[0]
    .replace(/[^\p{L}]/gu, '');
  return [...said, ends ?? ''].some((word, at) => {
    const plain = plainly(word);
    if (!companyWords.has(plain) || own.some((one) => sameWord(one, word))) return false;
    return plain.length > 2 || (at >= said.length - 1 && !initials.includes(plain));
  });
}

/** Whether a text names a company, as far as its words tell. */
export const isCompanyName = (name: string): boolean => isCompany(wordsOf(name), name, []);

/** What rails write where they carry no name. */
const UNTOLD: ReadonlySet<string> = new Set([
  ...['', 'notprovided', 'notavailable', 'notgiven', 'unknown', 'unknownpayer', 'none', 'na'],
]);

/** Whether a text names nobody, so that nothing can be said about whose it is. */
export const isUntold = (name: string): boolean => UNTOLD.has(wordsOf(name).join(''));

/** Whether the given name is found: written out, or by its initial. */
function givenIn(rest: readonly string[], given: readonly string[]): NameMatch {
  const [first = ''] = given;
  const is = (same: Compare, own: string) => without(rest, own, same) !== undefined;
  if (is(sameWord, first) || is(sameWord, given.join(''))) return 'same';
  const initials = given.map((word) => plainly(word)[0] ?? '').join('');
  if (rest.some((word) => isInitial(first, word) || plainly(word) === initials)) return 'same';
  const isNear =
    given.some((own) => is(sameWord, own)) || is(isNickname, first) || is(isSlip, first);
  return isNear || rest.length === 0 ? 'near' : 'other';
}

/** Whether the last word of a name that is as long as a rail carries is the beginning of one of these. */
function isCut(payer: string, said: readonly string[], own: readonly string[]): boolean {
  const text = payer.trim();
  const last = plainly(said.at(-1) ?? '');
  if (!CUT_AT.has(text.length) || last === '') return false;
  return own.some((word) => plainly(word).startsWith(last) && plainly(word) !== last);
}

/**
 * Compares a person’s name with one as a bank writes it (BANK-02, HARD-54): every word of the last name occurs, and
 * the first name or its initial. Letters are compared in all their usual forms, and words however they are joined. A
 * second person, as on a joint account, is accepted; a company is somebody else.
 */
export function compareName({ first, last }: PersonName, payer: string): NameMatch {
  const lastWords = wordsOf(last);
  const given = wordsOf(first);
  const own = [...given, ...lastWords];
  if (lastWords.length === 0 || given.length === 0) return 'other';
  const said = wordsOf(payer).filter((word) => !titles.has(word) || own.includes(word));
  if (isCompany(said, payer, own)) return 'other';
  const exact = take(said, lastWords, sameWord);
  if (exact.missing === 0) return givenIn(exact.rest, given);
  const loose = take(said, lastWords, (a, b) => sameWord(a, b) || isSlip(a, b));
  const isGiven = (rest: readonly string[]) => givenIn(rest, given) === 'same';
  if (loose.missing === 0) return isGiven(loose.rest) ? 'near' : 'other';
  if (exact.missing === 1 && lastWords.length > 1 && isGiven(exact.rest)) return 'near';
  if (!isCut(payer, said, own)) return 'other';
  const whole = said.slice(0, -1);
  return take(whole, own, sameWord).rest.every((word) => own.some((one) => isInitial(one, word)))
    ? 'near'
    : 'other';
}

/** The words of a name without those that say which kind of company it is, however they are ordered and written. */
const bareWords = (name: string): string =>
  wordsOf(name)
    .map(plainly)
    .filter((word) => !companyWords.has(word) && !titles.has(word))
    .sort()
    .join(' ');

/** A name as given and last name, whichever stands first. */
function splits(name: string): readonly PersonName[] {
  const words = wordsOf(name);
  return [
    { first: words.slice(0, -1).join(' '), last: words.at(-1) ?? '' },
    { first: words.slice(1).join(' '), last: words[0] ?? '' },
  ];
}

/** Whether two texts may name the same person or company: what banks and providers write differently is no difference. */
export function namesAgree(one: string, other: string): boolean {
  const bare = bareWords(one);
  if (bare !== '' && bare === bareWords(other)) return true;
  return [[one, other] as const, [other, one] as const].some(([said, told]) =>
    splits(said).some((name) => compareName(name, told) !== 'other'),
  );
}
