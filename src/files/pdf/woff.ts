const HEADER = 44;
const ENTRY = 20;

/** The tables of a font by their four-letter names. */
export type FontTables = ReadonlyMap<string, Uint8Array>;

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * The tables in a WOFF file (W3C WOFF 1.0, §4 and §5), each of which is compressed with zlib where that made
 * it smaller.
 */
export async function readWoff(woff: Uint8Array<ArrayBuffer>): Promise<FontTables> {
  const from = new DataView(woff.buffer, woff.byteOffset, woff.byteLength);
  if (from.getUint32(0) !== 0x774f4646) throw new Error('not a WOFF file');
  const tables = Array.from({ length: from.getUint16(12) }, async (_, i) => {
    const at = HEADER + ENTRY * i;
    const [offset = 0, packed = 0, length = 0] = [4, 8, 12].map((field) =>
      from.getUint32(at + field),
    );
    const raw = woff.subarray(offset, offset + packed);
    const name = String.fromCharCode(...woff.subarray(at, at + 4));
    return [name, packed < length ? await inflate(raw) : raw] as const;
  });
  return new Map(await Promise.all(tables));
}
