import { bytesOf, type ObjectId, type PdfFile } from './pdf-file.ts';
import { drawnOrder, formsIn, letterOf, raisedBy } from './pdf-order.ts';
import { fontFile, type Part, parts, partsWith } from './pdf-scripts.ts';
import { readTrueType, type TrueType } from './true-type.ts';
import { readWoff } from './woff.ts';

export type Weight = 400 | 700;

/** Stands for signs that no typeface here draws, so that nothing goes missing unnoticed. */
export const NOT_PRINTABLE = '[not printable]';

interface Font {
  /** The font's name in a page's content. */
  readonly name: string;
  /** Its place among the fonts of the file. */
  readonly place: number;
  readonly weight: Weight;
  readonly outlines: TrueType;
  /** The glyphs in use, each with the letters it stands for. */
  readonly used: Map<number, string>;
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
  /** How much higher than the line, in the same. */
  readonly rise: number;
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

/** Letters in UTF-16. */
const unicodeHex = (letters: string): string =>
  Array.from(letters.split(''), (unit) => hex(unit.charCodeAt(0))).join('');

/** The most entries per block (Adobe Technical Note 5411, 1.4.1). */
const AT_ONCE = 100;

/** The texts that the glyphs stand for, so that the PDF can be searched and copied (ISO 32000-1, 9.10.3). */
function toUnicode(used: readonly (readonly [glyph: number, letters: string])[]): string {
  let told = '';
  for (let at = 0; at < used.length; at += AT_ONCE) {
    const some = used.slice(at, at + AT_ONCE);
    const lines = some.map(([glyph, letters]) => `<${hex(glyph)}><${unicodeHex(letters)}>\n`);
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

function addFont(file: PdfFile, { place, weight, outlines, used }: Font): ObjectId {
  const glyphs = [...used].sort(([a], [b]) => a - b);
  const bytes = outlines.subset(used.keys());
  const data = file.addStream(bytes, `/Length1 ${bytes.length}`);
  // Six letters before the name mark a subset of a font and tell subsets apart.
  const letter = (number: number): string => String.fromCharCode(65 + (number % 26));
  const tag = `PART${letter(place)}${letter(Math.floor(place / 26))}`;
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
  /** The glyphs by character; undefined for what no typeface draws. */
  const glyphs = {
    400: new Map<number, Glyph | undefined>(),
    700: new Map<number, Glyph | undefined>(),
  } as const;
  /** Grows by the typefaces that only some documents need. */
  let known = parts;

  async function loadPart(part: Part, weight: Weight): Promise<Font> {
    const file = fontFile(part, weight);
    const loading = loaded.get(file) ?? load(file).then(readWoff).then(readTrueType);
    loaded.set(file, loading);
    const outlines = await loading;
    const before = fonts.get(file);
    if (before) return before;
    const place = known.indexOf(part);
    const isBold = part.hasBold && weight === 700;
    const name = `F${place}${isBold ? 'b' : ''}`;
    const font: Font = {
      ...{ name, place, outlines, used: new Map<number, string>() },
      weight: isBold ? 700 : 400,
    };
    fonts.set(file, font);
    return font;
  }

  function glyphIn(font: Font, code: number): Glyph | undefined {
    const glyph = font.outlines.glyphOf(code);
    if (glyph === 0) return undefined;
    // If two characters share a glyph, such as both kinds of space, the first one counts as its text.
    if (!font.used.has(glyph)) font.used.set(glyph, letterOf(String.fromCodePoint(code)));
    return { font, code: codeOf(glyph), width: font.outlines.widthOf(glyph) };
  }

  function newCodes(texts: Iterable<string>, weight: Weight): ReadonlySet<number> {
    const found = new Set<number>();
    const add = (text: string): void => {
      for (const char of text) {
        const code = char.codePointAt(0) ?? 0;
        if (!glyphs[weight].has(code)) found.add(code);
      }
    };
    for (const text of texts) {
      const drawn = plain(text);
      add(drawn);
      add(formsIn(drawn));
    }
    return found;
  }

  async function partsOf(code: number): Promise<readonly Part[]> {
    const found = partsWith(known, code);
    if (found.length > 0 || known !== parts) return found;
    const { eastParts } = await import('./pdf-scripts-east.ts');
    known = [...parts, ...eastParts];
    return partsWith(known, code);
  }

  async function glyphOf(code: number, weight: Weight): Promise<Glyph | undefined> {
    for (const part of await partsOf(code)) {
      const glyph = glyphIn(await loadPart(part, weight), code);
      if (glyph) return glyph;
    }
    return undefined;
  }

  return {
    /** Loads the fonts for these texts; `shape` works only for texts prepared here. */
    async prepare(texts: Iterable<string>, weight: Weight): Promise<void> {
      const codes = newCodes(texts, weight);
      if (codes.size === 0) return;
      // All at once, so that one typeface does not wait for another.
      const found = await Promise.all(
        [...codes].map(async (code) => [code, await glyphOf(code, weight)] as const),
      );
      for (const [code, glyph] of found) glyphs[weight].set(code, glyph);
      const lacks = [...codes].some((code) => glyphs[weight].get(code) === undefined);
      if (lacks) await this.prepare([NOT_PRINTABLE], weight);
    },

    shape(text: string, weight: Weight): Shaped {
      const runs: Run[] = [];
      let font: Font | undefined;
      let [codes, width, whole, rise] = ['', 0, 0, 0];
      const add = (glyph: Glyph, raised = 0): void => {
        if (font && (glyph.font !== font || raised !== rise)) {
          runs.push({ font: font.name, codes, width, rise });
          [codes, width] = ['', 0];
        }
        [font, rise] = [glyph.font, raised];
        codes += glyph.code;
        width += glyph.width;
        whole += glyph.width;
      };
      let isLacking = false;
      const signs = Array.from(drawnOrder(plain(text)));
      for (const [at, char] of signs.entries()) {
        const code = char.codePointAt(0) ?? 0;
        const glyph = glyphs[weight].get(code);
        if (glyph) add(glyph, raisedBy(signs[at - 1] ?? '', char, signs[at + 1] ?? ''));
        else if (!isLacking && glyphs[weight].has(code)) {
          for (const sign of NOT_PRINTABLE) {
            const told = glyphs[weight].get(sign.codePointAt(0) ?? 0);
            if (told) add(told);
          }
        }
        isLacking = glyph === undefined;
      }
      if (font) runs.push({ font: font.name, codes, width, rise });
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
