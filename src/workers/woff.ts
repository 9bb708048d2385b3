const HEADER = 44;
const ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

interface Table {
  readonly tag: number;
  readonly checksum: number;
  readonly data: Uint8Array;
}

const padded = (length: number): number => (length + 3) & ~3;

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Extracts the font from a WOFF file (W3C WOFF 1.0, §4 and §5): the same tables, each compressed
 * with zlib where that made it smaller. PDF writers accept the font but not its wrapping.
 */
export async function unwrapWoff(woff: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const from = new DataView(woff.buffer, woff.byteOffset, woff.byteLength);
  if (from.getUint32(0) !== 0x774f4646) throw new Error('not a WOFF file');
  const count = from.getUint16(12);
  const tables = await Promise.all(
    Array.from({ length: count }, async (_, i): Promise<Table> => {
      const at = HEADER + ENTRY * i;
      const [offset, packed, length] = [4, 8, 12].map((field) => from.getUint32(at + field));
      const raw = woff.subarray(offset, (offset ?? 0) + (packed ?? 0));
      const data = (packed ?? 0) < (length ?? 0) ? await inflate(raw) : raw;
      return { tag: from.getUint32(at), checksum: from.getUint32(at + 16), data };
    }),
  );
  let end = SFNT_HEADER + SFNT_ENTRY * count;
  const font = new Uint8Array(tables.reduce((sum, { data }) => sum + padded(data.length), end));
  const to = new DataView(font.buffer);
  to.setUint32(0, from.getUint32(4));
  to.setUint16(4, count);
  for (const [i, { tag, checksum, data }] of tables.entries()) {
    const at = SFNT_HEADER + SFNT_ENTRY * i;
    to.setUint32(at, tag);
    to.setUint32(at + 4, checksum);
    to.setUint32(at + 8, end);
    to.setUint32(at + 12, data.length);
    font.set(data, end);
    end += padded(data.length);
  }
  return font;
}
