import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readTrueType } from './true-type.ts';
import { readWoff } from './woff.ts';

const files = resolve(import.meta.dirname, '../../../node_modules/@fontsource/noto-sans/files');

const font = async (part: string) => {
  const tables = await readWoff(
    new Uint8Array(await readFile(join(files, `noto-sans-${part}-400-normal.woff`))),
  );
  return { tables, outlines: readTrueType(tables) };
};

/** The tables of a font's file, with the sum over the whole of each. */
function tablesOf(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return new Map(
    Array.from({ length: view.getUint16(4) }, (_, i) => {
      const at = 12 + 16 * i;
      const name = String.fromCharCode(...bytes.subarray(at, at + 4));
      const [sum = 0, from = 0, length = 0] = [4, 8, 12].map((field) => view.getUint32(at + field));
      let found = 0;
      for (let n = 0; n < length; n += 4) {
        const word = [0, 1, 2, 3].map((byte) => (n + byte < length ? bytes[from + n + byte] : 0));
        found = (found + word.reduce<number>((all, byte) => all * 256 + (byte ?? 0), 0)) % 2 ** 32;
      }
      return [name, { sum, found, data: bytes.slice(from, from + length) }] as const;
    }),
  );
}

test('BEY-22 a font tells the glyphs and widths of its letters, and none of another script', async () => {
  const { outlines } = await font('latin');
  const [space, i, w] = [' ', 'i', 'W'].map((char) => outlines.glyphOf(char.charCodeAt(0)));
  expect(new Set([space, i, w]).size).toBe(3);
  expect(outlines.widthOf(space ?? 0)).toBe(260);
  expect(outlines.widthOf(i ?? 0)).toBe(258);
  expect(outlines.widthOf(w ?? 0)).toBe(930);
  expect(outlines.glyphOf('Ж'.charCodeAt(0))).toBe(0);
  expect(outlines).toMatchObject({ ascent: 1069, descent: -293, capHeight: 714 });
});

test('BEY-22 what is written of a font draws the glyphs in use, the parts they are made of, and no more', async () => {
  const { tables, outlines } = await font('vietnamese');
  // Made of a letter and its marks.
  const glyph = outlines.glyphOf('ộ'.charCodeAt(0));
  const written = tablesOf(outlines.subset([glyph]));
  expect([...written.keys()]).toEqual(['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp']);
  for (const { sum, found } of written.values()) expect(found).toBe(sum);

  const whole = tables.get('glyf') ?? new Uint8Array();
  const [glyf, loca] = ['glyf', 'loca'].map((name) => written.get(name)?.data ?? new Uint8Array());
  const places = new DataView((loca ?? new Uint8Array()).buffer);
  const drawn = Array.from({ length: places.byteLength / 4 - 1 }, (_, at) =>
    (glyf ?? new Uint8Array()).slice(places.getUint32(4 * at), places.getUint32(4 * at + 4)),
  );
  const kept = drawn.flatMap((outline, at) => (outline.length > 0 ? [at] : []));
  expect(kept).toContain(glyph);
  const own = new DataView((drawn[glyph] ?? new Uint8Array()).buffer);
  expect(own.getInt16(0)).toBe(-1);
  expect(kept).toContain(own.getUint16(12));
  expect(kept.length).toBeLessThan(6);
  expect(glyf?.length).toBeLessThan(whole.length / 5);
});
