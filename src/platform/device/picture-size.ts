/** A picture with more pixels is not decoded: each takes four bytes of memory, however small its file is (HARD-68). */
export const MOST_PIXELS = 64_000_000;

/** Where a camera's notes end and a picture begins in nearly every file. */
const HEADER = 1_000_000;

interface Size {
  readonly width: number;
  readonly height: number;
}

const textAt = (view: DataView, at: number, length: number): string => {
  let text = '';
  for (let i = at; i < Math.min(at + length, view.byteLength); i += 1) {
    text += String.fromCharCode(view.getUint8(i));
  }
  return text;
};

/** JPEG: segments, of which a frame's tells the size. */
function sizeOfJpeg(view: DataView): Size | undefined {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // Filling before a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
}

function sizeOfWebp(view: DataView): Size | undefined {
  const low24 = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  switch (textAt(view, 12, 4)) {
    case 'VP8 ':
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: low24(24) + 1, height: low24(27) + 1 };
    default:
      return undefined;
  }
}

/** AVIF and HEIC: a property of each picture in the file; the largest counts. */
function sizeOfBoxes(view: DataView): Size | undefined {
  let largest: Size | undefined;
  for (let at = 8; at + 16 <= view.byteLength; at += 1) {
    if (view.getUint32(at) !== 0x69737065) continue;
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}

function sizeIn(view: DataView): Size | undefined {
  if (view.getUint32(0) === 0x89504e47) {
    return { width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (view.getUint16(0) === 0xffd8) return sizeOfJpeg(view);
  if (textAt(view, 0, 4) === 'GIF8') {
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  }
  if (textAt(view, 0, 4) === 'RIFF' && textAt(view, 8, 4) === 'WEBP') return sizeOfWebp(view);
  if (textAt(view, 0, 2) === 'BM') {
    const height = Math.abs(view.getInt32(22, true));
    return { width: Math.abs(view.getInt32(18, true)), height };
  }
  return textAt(view, 4, 4) === 'ftyp' ? sizeOfBoxes(view) : undefined;
}

/** The size that a picture's header tells, in pixels; undefined if it is none of the kinds read here. */
export async function sizeOf(picture: Blob): Promise<Size | undefined> {
  try {
    return sizeIn(new DataView(await picture.slice(0, HEADER).arrayBuffer()));
  } catch {
    // It ends before its size.
    return undefined;
  }
}

/** Decodes a picture; `large` if it has too many pixels. Throws if it is no picture, or of a kind not read here. */
export async function decode(picture: Blob): Promise<ImageBitmap | 'large'> {
  const size = await sizeOf(picture);
  if (!size) throw new TypeError('a picture of unknown size');
  return size.width * size.height > MOST_PIXELS ? 'large' : createImageBitmap(picture);
}
