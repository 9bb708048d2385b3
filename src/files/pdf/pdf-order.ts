/**
 * What a program that lays out text does for writing from right to left: Arabic letters take the form of their place
 * in the word, and a run of such letters stands from its end to its beginning. Vowel points, which names are written
 * without, are left out, because their places depend on tables of the font.
 */

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const POINTS = /(?<=[\p{Script=Hebrew}\p{Script=Arabic}])\p{Mn}+/gu;
/** A run: begins and ends with such a letter or its bracket, and has signs but no letters of others inside. */
const RUN =
  /[([]?[\p{Script=Hebrew}\p{Script=Arabic}](?:[^\p{L}\p{Nd}]*[\p{Script=Hebrew}\p{Script=Arabic}])*[)\]]?/gu;

const MIRRORED: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[' };

/** The forms of a letter: alone, at the end of a word, at its beginning, inside. Some have two, one has one. */
type Forms = readonly string[];

const TATWEEL = '\u0640';
const forms = new Map<string, string[]>([[TATWEEL, Array<string>(4).fill(TATWEEL)]]);

/** Lam and an alef behind it are one sign, here by its form that stands alone. */
const ligatures = new Map<string, string>();

// Unicode lists the forms in this order, each with its letter as compatible (chapter 24, Arabic Presentation Forms).
for (const [from, to] of [
  [0xfe80, 0xfefc],
  [0xfb50, 0xfbb1],
  [0xfbd3, 0xfbe9],
  [0xfbfc, 0xfbff],
] as const) {
  for (let code = from; code <= to; code += 1) {
    const form = String.fromCharCode(code);
    const letters = form.normalize('NFKC');
    if (letters === form) continue;
    if (letters.length === 2 && !ligatures.has(letters)) ligatures.set(letters, form);
    const sign = ligatures.get(letters) ?? letters;
    const known = forms.get(sign);
    if (known) known.push(form);
    else forms.set(sign, [form]);
  }
}

const LAM_ALEF = new RegExp([...ligatures.keys()].join('|'), 'g');

const formsOf = (sign: string | undefined): Forms => forms.get(sign ?? '') ?? [];

/** The letters of a run in the forms of their places. */
function joined(run: string): string {
  const signs = Array.from(
    run.replaceAll(LAM_ALEF, (letters) => ligatures.get(letters) ?? letters),
  );
  return signs
    .map((sign, at) => {
      const own = formsOf(sign);
      const [alone, end, start, inside] = own;
      const before = own.length > 1 && formsOf(signs[at - 1]).length === 4;
      const after = own.length === 4 && formsOf(signs[at + 1]).length > 1;
      return (before ? (after ? inside : end) : after ? start : alone) ?? sign;
    })
    .join('');
}

/** Every form that the letters of a text may take, wherever it is broken into lines. */
export const formsIn = (text: string): string =>
  RIGHT_TO_LEFT.test(text)
    ? [
        ...new Set([
          ...Array.from(text).flatMap(formsOf),
          ...[...ligatures].flatMap(([letters, sign]) =>
            text.includes(letters) ? formsOf(sign) : [],
          ),
        ]),
      ].join('')
    : '';

const turned = (run: string): string =>
  Array.from(joined(run), (sign) => MIRRORED[sign] ?? sign)
    .toReversed()
    .join('');

/** A bracket at an end of a run whose other one stands outside does not belong to it. */
function turnedRun(run: string): string {
  const opens = run.split(/[([]/).length;
  const closes = run.split(/[)\]]/).length;
  if (opens > closes && /^[([]/.test(run)) return run.slice(0, 1) + turned(run.slice(1));
  if (closes > opens && /[)\]]$/.test(run)) return turned(run.slice(0, -1)) + run.slice(-1);
  return turned(run);
}

/** A line in the order in which its signs are drawn, from left to right. */
export const drawnOrder = (line: string): string =>
  RIGHT_TO_LEFT.test(line) ? line.replaceAll(POINTS, '').replaceAll(RUN, turnedRun) : line;

/** By how much a Thai tone mark stands higher where it would cover a vowel above the letter, in thousandths. */
const RAISED = 230;
const TONE_ON_VOWEL = /^[\u0e31\u0e34-\u0e37\u0e4d][\u0e47-\u0e4c]$/;
const TONE_BEFORE_AM = /^[\u0e47-\u0e4c]\u0e33$/;

export const raisedBy = (before: string, sign: string, after: string): number =>
  TONE_ON_VOWEL.test(before + sign) || TONE_BEFORE_AM.test(sign + after) ? RAISED : 0;

/** The letter that a form stands for; a ligature stands for itself, because readers would turn its letters round. */
export const letterOf = (form: string): string => {
  const letter = form.normalize('NFKC');
  return /[\ufb50-\ufdff\ufe70-\ufefc]/.test(form) && letter.length === 1 ? letter : form;
};
