import hangul from '@fontsource/nanum-gothic/unicode.json' with { type: 'json' };
import han from '@fontsource/noto-sans-sc/unicode.json' with { type: 'json' };
import { type Part, partFrom } from './pdf-scripts.ts';

const isHangul = (code: number): boolean =>
  (code >= 0x3131 && code <= 0x318e) || (code >= 0xac00 && code <= 0xd7a3);

/** Without the parts that are named after an alphabet, which other typefaces draw. */
const numbered = (
  family: string,
  ranges: Readonly<Record<string, string>>,
  draws: (code: number) => boolean,
): readonly Part[] =>
  Object.entries(ranges)
    .filter(([part]) => part.startsWith('['))
    .map(([part, told]) => partFrom(family, part, told))
    .map((part) => ({ ...part, spans: part.spans.filter(([from]) => draws(from)) }));

/** Chinese characters and kana, then Hangul: some two hundred files, so this is loaded only where one is needed. */
export const eastParts: readonly Part[] = [
  ...numbered('noto-sans-sc', han, (code) => !isHangul(code)),
  ...numbered('nanum-gothic', hangul, isHangul),
];
