import ranges from '@fontsource/noto-sans/unicode.json' with { type: 'json' };
import { bytesOf, type ObjectId, type PdfFile } from './pdf-file.ts';
import { readTrueType, type TrueType } from './true-type.ts';
import { readWoff } from './woff.ts';

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
const UNKNOWN = 0xfffd;

const spans = parts.map((part) => ({
  part,
  spans: ranges[part].split(',').map((range) => {
    const [from = '', to = from] = range.slice(2).split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  }),
}));

const partOf = (code: number): Part | undefined =>
  spans.find((one) => one.spans.some(([from, to]) => code >= from && code <= to))?.part;

interface Font {
  /** The font's name in a page's content. */
  readonly name: string;
  readonly part: Part;
  readonly weight: Weight;
  readonly outlines: TrueType;
  /** The glyphs in use, each with the code point it stands for. */
  readonly used: Map<number, number>;
}

interface Glyph {
  readonly font: Font;
  /** The glyph's code in a page's content. */
  readonly code: string;
  readonly width: number;
}

/** A text in one font. */
export interface Run {
  readonly font: string;
  /** The text's codes in a page's content, between parentheses. */
  readonly codes: string;
  /** In thousandths of the font's size. */
  readonly width: number;
}

/** A line of text as it is drawn. */
export interface Shaped {
  readonly runs: readonly Run[];
  /** In thousandths of the font's size. */
  readonly width: number;
}

export type LoadFont = (file: string) => Promise<Uint8Array<ArrayBuffer>>;

/** Replaces control characters, which have no glyph, by a space; so too line breaks in a cell. */
const plain = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text
    : text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

/** A glyph's number as two bytes; bytes with a meaning in PDF strings get a backslash. */
const codeOf = (glyph: number): string =>
  String.fromCharCode(glyph >> 8, glyph & 255)
    .replace(/[()\\]/g, '\\$&')
    .replaceAll('\r', '\\r');

const hex = (number: number): string => number.toString(16).padStart(4, '0');

/** A code point in UTF-16. */
const unicodeHex = (code: number): string =>
  Array.from(String.fromCodePoint(code).split(''), (unit) => hex(unit.charCodeAt(0))).join('');

/** The most entries per block (Adobe Technical Note 5411, 1.4.1). */
const AT_ONCE = 100;

/** The texts that the glyphs stand for, so that the PDF can be searched and copied (ISO 32000-1, 9.10.3). */
function toUnicode(used: readonly (readonly [glyph: number, code: number])[]): string {
  let told = '';
  for (let at = 0; at < used.length; at += AT_ONCE) {
    const some = used.slice(at, at + AT_ONCE);
    const lines = some.map(([glyph, code]) => `<${hex(glyph)}><${unicodeHex(code)}>\n`);
    told += `${some.length} beginbfchar\n${lines.join('')}endbfchar\n`;
  }
  return `/CIDInit/ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def
/CMapName/Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
${told}endcmap
CMapName currentdict/CMap defineresource pop
end
end
`;
}

function addFont(file: PdfFile, { part, weight, outlines, used }: Font): ObjectId {
  const glyphs = [...used].sort(([a], [b]) => a - b);
  const bytes = outlines.subset(used.keys());
  const data = file.addStream(bytes, `/Length1 ${bytes.length}`);
  // Six letters before the name mark a subset of a font and tell subsets apart.
  const tag = `PART${String.fromCharCode(65 + parts.indexOf(part))}A`;
  const name = `${tag}+NotoSans-${weight === 400 ? 'Regular' : 'Bold'}`;
  const { box, ascent, descent, capHeight } = outlines;
  const descriptor = file.add(
    `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${box.join(' ')}]/ItalicAngle 0` +
      `/Ascent ${ascent}/Descent ${descent}/CapHeight ${capHeight}` +
      `/StemV ${weight === 400 ? 80 : 140}/FontFile2 ${data} 0 R>>`,
  );
  const widths = glyphs.map(([glyph]) => `${glyph}[${outlines.widthOf(glyph)}]`);
  const drawn = file.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDToGIDMap/Identity` +
      `/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
      `/FontDescriptor ${descriptor} 0 R/W[${widths.join('')}]>>`,
  );
  const meaning = file.addStream(bytesOf(toUnicode(glyphs)));
  return file.add(
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H` +
      `/DescendantFonts[${drawn} 0 R]/ToUnicode ${meaning} 0 R>>`,
  );
}

export function createFonts(load: LoadFont) {
  const loaded = new Map<string, Promise<TrueType>>();
  const fonts = new Map<string, Font>();
  const glyphs = { 400: new Map<number, Glyph>(), 700: new Map<number, Glyph>() } as const;

  async function loadPart(part: Part, weight: Weight): Promise<Font> {
    const file = fontFile(part, weight);
    const loading = loaded.get(file) ?? load(file).then(readWoff).then(readTrueType);
    loaded.set(file, loading);
    const outlines = await loading;
    const known = fonts.get(file);
    if (known) return known;
    const name = `F${parts.indexOf(part)}${weight === 400 ? '' : 'b'}`;
    const font = { name, part, weight, outlines, used: new Map() };
    fonts.set(file, font);
    return font;
  }

  function glyphIn(font: Font, code: number): Glyph | undefined {
    const glyph = font.outlines.glyphOf(code);
    if (glyph === 0) return undefined;
    // If two characters share a glyph, such as both kinds of space, the first one counts as its text.
    if (!font.used.has(glyph)) font.used.set(glyph, code);
    return { font, code: codeOf(glyph), width: font.outlines.widthOf(glyph) };
  }

  function partsIn(codes: Iterable<number>): ReadonlySet<Part> {
    const found = new Set<Part>(['latin']);
    for (const code of codes) found.add(partOf(code) ?? 'latin');
    return found;
  }

  function newCodes(texts: Iterable<string>, weight: Weight): ReadonlySet<number> {
    const known = glyphs[weight];
    const found = new Set<number>();
    for (const text of texts) {
      for (const char of plain(text)) {
        const code = char.codePointAt(0) ?? UNKNOWN;
        if (!known.has(code)) found.add(code);
      }
    }
    return found;
  }

  return {
    /** Loads the fonts for these texts; `shape` works only for texts prepared here. */
    async prepare(texts: Iterable<string>, weight: Weight): Promise<void> {
      const codes = newCodes(texts, weight);
      if (codes.size === 0) return;
      const needed = [...partsIn(codes)].map(
        async (part) => [part, await loadPart(part, weight)] as const,
      );
      const byPart = new Map(await Promise.all(needed));
      const latin = byPart.get('latin');
      for (const code of codes) {
        const own = byPart.get(partOf(code) ?? 'latin');
        const glyph = (own && glyphIn(own, code)) ?? (latin && glyphIn(latin, UNKNOWN));
        if (glyph) glyphs[weight].set(code, glyph);
      }
    },

    shape(text: string, weight: Weight): Shaped {
      const known = glyphs[weight];
      const runs: Run[] = [];
      let font: Font | undefined;
      let [codes, width, whole] = ['', 0, 0];
      for (const char of plain(text)) {
        const glyph = known.get(char.codePointAt(0) ?? UNKNOWN);
        if (!glyph) continue;
        if (font && glyph.font !== font) {
          runs.push({ font: font.name, codes, width });
          [codes, width] = ['', 0];
        }
        font = glyph.font;
        codes += glyph.code;
        width += glyph.width;
        whole += glyph.width;
      }
      if (font) runs.push({ font: font.name, codes, width });
      return { runs, width: whole };
    },

    /** Writes the fonts; returns the entry of all of them for a page's resources. */
    finish(file: PdfFile): string {
      // Sorted by name, so that the order of use does not change the file.
      const all = [...fonts.values()]
        .filter(({ used }) => used.size > 0)
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      return `/Font<<${all.map((font) => `/${font.name} ${addFont(file, font)} 0 R`).join('')}>>`;
    },
  };
}
