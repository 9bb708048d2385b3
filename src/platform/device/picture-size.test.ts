import { afterEach, expect, test, vi } from 'vitest';
import { decode, MOST_PIXELS, sizeOf } from './picture-size.ts';

afterEach(() => void vi.unstubAllGlobals());

const big16 = (n: number): number[] => [n >>> 8, n & 0xff];
const big32 = (n: number): number[] => [...big16(n >>> 16), ...big16(n & 0xffff)];
const little = (bytes: number[]): number[] => [...bytes].reverse();
const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));
const none = (length: number): number[] => new Array<number>(length).fill(0);

/** The beginning of a file of each kind. */
const kinds: Readonly<Record<string, (width: number, height: number) => number[]>> = {
  PNG: (w, h) => [
    0x89,
    ...ascii('PNG\r\n\x1a\n'),
    ...none(4),
    ...ascii('IHDR'),
    ...big32(w),
    ...big32(h),
  ],
  JPEG: (w, h) => [
    ...[0xff, 0xd8, 0xff, 0xe1, ...big16(10), ...none(8)],
    ...[0xff, 0xc4, ...big16(4), ...none(2)],
    ...[0xff, 0xff, 0xc2, ...big16(17), 8, ...big16(h), ...big16(w)],
  ],
  GIF: (w, h) => [...ascii('GIF89a'), ...little(big16(w)), ...little(big16(h))],
  'WebP, lossy': (w, h) => [
    ...ascii('RIFF'),
    ...none(4),
    ...ascii('WEBPVP8 '),
    ...none(10),
    ...little(big16(w)),
    ...little(big16(h)),
  ],
  'WebP, lossless': (w, h) => [
    ...ascii('RIFF'),
    ...none(4),
    ...ascii('WEBPVP8L'),
    ...none(4),
    0x2f,
    ...little(big32((w - 1) | ((h - 1) << 14))),
  ],
  'WebP, extended': (w, h) => [
    ...ascii('RIFF'),
    ...none(4),
    ...ascii('WEBPVP8X'),
    ...none(8),
    ...little(big32(w - 1)).slice(0, 3),
    ...little(big32(h - 1)).slice(0, 3),
  ],
  BMP: (w, h) => [...ascii('BM'), ...none(16), ...little(big32(w)), ...little(big32(h))],
  AVIF: (w, h) => [
    ...none(4),
    ...ascii('ftypavif'),
    ...none(12),
    ...ascii('ispe'),
    ...none(4),
    ...big32(16),
    ...big32(16),
    ...none(4),
    ...ascii('ispe'),
    ...none(4),
    ...big32(w),
    ...big32(h),
  ],
};

const file = (bytes: number[]): Blob => new Blob([new Uint8Array(bytes)]);

test.each(Object.entries(kinds))(
  'HARD-68 the size of a picture is read from its header: %s',
  async (_, of) => {
    expect(await sizeOf(file(of(12_000, 9_001)))).toEqual({ width: 12_000, height: 9_001 });
    // A file may end before it tells its size.
    expect(await sizeOf(file(of(12_000, 9_001).slice(0, 9)))).toBeUndefined();
  },
);

test('HARD-68 no picture is decoded that has too many pixels or does not tell how many it has', async () => {
  const decoded = vi.fn(async () => 'decoded');
  vi.stubGlobal('createImageBitmap', decoded);
  const png = kinds.PNG ?? none;
  expect(await decode(file(png(8_000, MOST_PIXELS / 8_000 + 1)))).toBe('large');
  await expect(decode(file(ascii('<svg width="90000" height="90000"/>')))).rejects.toThrow();
  expect(decoded).not.toHaveBeenCalled();
  expect(await decode(file(png(8_000, MOST_PIXELS / 8_000)))).toBe('decoded');
});
