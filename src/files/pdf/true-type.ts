import type { FontTables } from './woff.ts';

/** The parts of a TrueType font that a PDF needs. Lengths are thousandths of the font's size. */
export interface TrueType {
  /** The glyph of a code point; 0 if there is none. */
  glyphOf(code: number): number;
  widthOf(glyph: number): number;
  readonly box: readonly number[];
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  /** The font's file with only what draws these glyphs; glyph numbers stay the same. */
  subset(glyphs: Iterable<number>): Uint8Array<ArrayBuffer>;
}

const HEADER = 12;
const ENTRY = 16;

/** Flags of a composite glyph's part (OpenType, "Composite Glyph Description"). */
const flags = { words: 1, scale: 8, more: 32, twoScales: 64, matrix: 128 } as const;

const padded = (length: number): number => (length + 3) & ~3;

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The code points of a `cmap` table of format 4, the one for the Basic Multilingual Plane, with their glyphs. */
function readCodes(cmap: DataView): ReadonlyMap<number, number> {
  const tables = Array.from({ length: cmap.getUint16(2) }, (_, i) => cmap.getUint32(8 + 8 * i));
  const start = tables.find((at) => cmap.getUint16(at) === 4);
  if (start === undefined) throw new Error('the font has no codes of format 4');
  const size = cmap.getUint16(start + 6);
  const codes = new Map<number, number>();
  for (let at = start + 14; at < start + 14 + size; at += 2) {
    const last = cmap.getUint16(at);
    const first = cmap.getUint16(at + size + 2);
    const delta = cmap.getUint16(at + 2 * size + 2);
    const place = at + 3 * size + 2;
    const offset = cmap.getUint16(place);
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      const listed = offset === 0 ? code : cmap.getUint16(place + offset + 2 * (code - first));
      const glyph = listed === 0 ? 0 : (listed + delta) & 0xffff;
      if (glyph !== 0) codes.set(code, glyph);
    }
  }
  return codes;
}

/** The glyphs that a composite glyph consists of. */
function partsOf(glyph: Uint8Array): readonly number[] {
  if (glyph.length === 0) return [];
  const view = viewOf(glyph);
  if (view.getInt16(0) >= 0) return [];
  const parts: number[] = [];
  for (let at = 10, more = true; more; ) {
    const flag = view.getUint16(at);
    parts.push(view.getUint16(at + 2));
    at += flag & flags.words ? 8 : 6;
    if (flag & flags.matrix) at += 8;
    else if (flag & flags.twoScales) at += 4;
    else if (flag & flags.scale) at += 2;
    more = (flag & flags.more) !== 0;
  }
  return parts;
}

function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const [i, byte] of bytes.entries()) sum = (sum + (byte << (24 - 8 * (i % 4)))) >>> 0;
  return sum;
}

/** A font's file of these tables, which are in the order of their names. */
function writeFont(version: number, tables: FontTables): Uint8Array<ArrayBuffer> {
  let end = HEADER + ENTRY * tables.size;
  const font = new Uint8Array(
    [...tables.values()].reduce((sum, data) => sum + padded(data.length), end),
  );
  const to = viewOf(font);
  const log = Math.floor(Math.log2(tables.size));
  to.setUint32(0, version);
  to.setUint16(4, tables.size);
  to.setUint16(6, 2 ** log * ENTRY);
  to.setUint16(8, log);
  to.setUint16(10, (tables.size - 2 ** log) * ENTRY);
  for (const [i, [name, data]] of [...tables].entries()) {
    const at = HEADER + ENTRY * i;
    for (let n = 0; n < 4; n += 1) font[at + n] = name.charCodeAt(n);
    to.setUint32(at + 4, checksum(data));
    to.setUint32(at + 8, end);
    to.setUint32(at + 12, data.length);
    font.set(data, end);
    end += padded(data.length);
  }
  return font;
}

/** The tables that draw glyphs (ISO 32000-1, 9.9); a PDF needs no others. */
const drawing = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep'] as const;

export function readTrueType(tables: FontTables): TrueType {
  const table = (name: string): Uint8Array => {
    const found = tables.get(name);
    if (!found) throw new Error(`the font has no table ${name}`);
    return found;
  };
  const [head, hhea, hmtx, os2] = ['head', 'hhea', 'hmtx', 'OS/2'].map((name) =>
    viewOf(table(name)),
  ) as [DataView, DataView, DataView, DataView];
  const codes = readCodes(viewOf(table('cmap')));
  const measured = hhea.getUint16(34);
  const scaled = (units: number): number => Math.round((units * 1000) / head.getUint16(18));
  const count = viewOf(table('maxp')).getUint16(4);
  const glyf = table('glyf');
  const loca = viewOf(table('loca'));
  const isLong = head.getInt16(50) === 1;
  const place = (glyph: number): number =>
    isLong ? loca.getUint32(4 * glyph) : 2 * loca.getUint16(2 * glyph);
  const outline = (glyph: number): Uint8Array => glyf.subarray(place(glyph), place(glyph + 1));

  return {
    glyphOf: (code) => codes.get(code) ?? 0,
    widthOf: (glyph) => scaled(hmtx.getUint16(4 * Math.min(glyph, measured - 1))),
    box: [36, 38, 40, 42].map((at) => scaled(head.getInt16(at))),
    ascent: scaled(hhea.getInt16(4)),
    descent: scaled(hhea.getInt16(6)),
    capHeight: scaled(os2.getInt16(88)),

    subset(glyphs) {
      // Glyph 0 is the one for what is missing.
      const kept = new Set([0, ...glyphs]);
      for (const glyph of kept) for (const part of partsOf(outline(glyph))) kept.add(part);
      const places = new DataView(new ArrayBuffer(4 * (count + 1)));
      const outlines: Uint8Array[] = [];
      let end = 0;
      for (let glyph = 0; glyph < count; glyph += 1) {
        places.setUint32(4 * glyph, end);
        if (!kept.has(glyph)) continue;
        const drawn = outline(glyph);
        outlines.push(drawn);
        end += padded(drawn.length);
      }
      places.setUint32(4 * count, end);
      const joined = new Uint8Array(end);
      let at = 0;
      for (const drawn of outlines) {
        joined.set(drawn, at);
        at += padded(drawn.length);
      }
      const newHead = table('head').slice();
      viewOf(newHead).setInt16(50, 1);
      const written = new Map(tables)
        .set('glyf', joined)
        .set('loca', new Uint8Array(places.buffer))
        .set('head', newHead);
      return writeFont(
        0x00010000,
        new Map(
          drawing.flatMap((name) => {
            const data = written.get(name);
            return data ? [[name, data] as const] : [];
          }),
        ),
      );
    },
  };
}
