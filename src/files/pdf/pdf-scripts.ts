import sans from '@fontsource/noto-sans/unicode.json' with { type: 'json' };
import arabic from '@fontsource/noto-sans-arabic/unicode.json' with { type: 'json' };
import armenian from '@fontsource/noto-sans-armenian/unicode.json' with { type: 'json' };
import georgian from '@fontsource/noto-sans-georgian/unicode.json' with { type: 'json' };
import hebrew from '@fontsource/noto-sans-hebrew/unicode.json' with { type: 'json' };
import thai from '@fontsource/noto-sans-thai/unicode.json' with { type: 'json' };

/** A part of a typeface: a font's file, for some characters. */
export interface Part {
  /** The name of its files before the weight. */
  readonly name: string;
  /** Others have one weight: names stand in them, headings never. */
  readonly hasBold: boolean;
  readonly spans: readonly (readonly [from: number, to: number])[];
}

/** Parts as a package lists them: '[4]' is the file `…-4-400-normal.woff`. */
export const partFrom = (family: string, part: string, ranges: string): Part => ({
  name: `${family}-${part.replace(/[[\]]/g, '')}`,
  hasBold: family === 'noto-sans',
  spans: ranges.split(',').map((range) => {
    const [from = '', to = from] = range.slice(2).split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  }),
});

const sansParts = [
  'latin',
  'latin-ext',
  'greek',
  'cyrillic',
  'vietnamese',
  'greek-ext',
  'cyrillic-ext',
] as const;

/** The parts for alphabets, most common first. */
export const parts: readonly Part[] = [
  ...sansParts.map((part) => partFrom('noto-sans', part, sans[part])),
  partFrom('noto-sans-hebrew', 'hebrew', hebrew.hebrew),
  partFrom('noto-sans-arabic', 'arabic', arabic.arabic),
  partFrom('noto-sans-thai', 'thai', thai.thai),
  partFrom('noto-sans-armenian', 'armenian', armenian.armenian),
  partFrom('noto-sans-georgian', 'georgian', georgian.georgian),
];

const hasCode = ({ spans }: Part, code: number): boolean =>
  spans.some(([from, to]) => code >= from && code <= to);

/** The parts that say that they have a character; the first ones do not always. */
export const partsWith = (among: readonly Part[], code: number): readonly Part[] =>
  among.filter((part) => hasCode(part, code));

/** The name of a font's file in its package. */
export const fontFile = ({ name, hasBold }: Part, weight: 400 | 700): string =>
  `${name}-${hasBold ? weight : 400}-normal.woff`;
