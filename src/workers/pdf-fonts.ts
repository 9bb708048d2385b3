import ranges from '@fontsource/noto-sans/unicode.json' with { type: 'json' };
import type { jsPDF } from 'jspdf';
import { unwrapWoff } from './woff.ts';

export type Weight = 400 | 700;

/**
 * The typeface's parts by script, most common first; only those that a document needs are loaded.
 */
const parts = [
  'latin',
  'latin-ext',
  'greek',
  'cyrillic',
  'vietnamese',
  'greek-ext',
  'cyrillic-ext',
] as const;
type Part = (typeof parts)[number];

/** The name of a font's file in the package. */
export const fontFile = (part: string, weight: Weight): string =>
  `noto-sans-${part}-${weight}-normal.woff`;

/** Replaces characters that the typeface lacks, so that nothing goes missing unnoticed. */
const UNKNOWN = '\ufffd';

const spans = parts.map((part) => ({
  part,
  spans: ranges[part].split(',').map((range) => {
    const [from = '', to = from] = range.slice(2).split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  }),
}));

const partOf = (code: number): Part | undefined =>
  spans.find((one) => one.spans.some(([from, to]) => code >= from && code <= to))?.part;

interface Glyph {
  readonly text: string;
  readonly font: string;
  /** In thousandths of the font's size. */
  readonly width: number;
}

export interface Run {
  readonly text: string;
  readonly font: string;
}

export type LoadFont = (file: string) => Promise<Uint8Array<ArrayBuffer>>;

/** jsPDF takes a file as a string with one character per byte. */
function byteString(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return text;
}

/** Replaces control characters, which have no glyph, by a space; so too line breaks in a cell. */
const plain = (text: string): string =>
  text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

export function createFonts(doc: jsPDF, load: LoadFont) {
  const loaded = new Map<string, Promise<void>>();
  const glyphs = new Map<string, Glyph>();

  const nameOf = (part: Part, weight: Weight): string => `${part}-${weight}`;

  function loadPart(part: Part, weight: Weight): Promise<void> {
    const name = nameOf(part, weight);
    const known = loaded.get(name);
    if (known) return known;
    const loading = load(fontFile(part, weight)).then(async (file) => {
      doc.addFileToVFS(`${name}.ttf`, byteString(await unwrapWoff(file)));
      doc.addFont(`${name}.ttf`, name, 'normal');
    });
    loaded.set(name, loading);
    return loading;
  }

  function glyphOf(text: string, weight: Weight): Glyph {
    const key = `${weight}${text}`;
    const known = glyphs.get(key);
    if (known) return known;
    const part = partOf(text.codePointAt(0) ?? 0);
    const shown = part ? text : UNKNOWN;
    const font = nameOf(part ?? 'latin', weight);
    doc.setFont(font, 'normal');
    const glyph = { text: shown, font, width: doc.getStringUnitWidth(shown) * 1000 };
    glyphs.set(key, glyph);
    return glyph;
  }

  return {
    /** Loads the fonts for these texts; the functions below work only for texts prepared here. */
    async prepare(texts: Iterable<string>, weight: Weight): Promise<void> {
      const needed = new Set<Part>(['latin']);
      for (const text of texts) {
        for (const char of plain(text)) {
          const part = partOf(char.codePointAt(0) ?? 0);
          if (part) needed.add(part);
        }
      }
      await Promise.all([...needed].map((part) => loadPart(part, weight)));
    },

    width(text: string, weight: Weight, size: number): number {
      let sum = 0;
      for (const char of plain(text)) sum += glyphOf(char, weight).width;
      return (sum * size) / 1000;
    },

    /** Splits the text into runs of one font each. */
    runs(text: string, weight: Weight): Run[] {
      const found: { text: string; font: string }[] = [];
      for (const char of plain(text)) {
        const glyph = glyphOf(char, weight);
        const last = found.at(-1);
        if (last?.font === glyph.font) last.text += glyph.text;
        else found.push({ text: glyph.text, font: glyph.font });
      }
      return found;
    },
  };
}
