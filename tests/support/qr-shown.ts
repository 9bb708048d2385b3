import { expect, type Page } from '@playwright/test';
import jsQR from 'jsqr';
import qrcode from 'qrcode-generator';

/** So many pixels of the drawn copy stand for one on screen: the middle of a module is then a pixel. */
const ENLARGED = 10;

/** The pixels of a picture on screen, each as dark or not, row by row. */
const pixelsOf = (page: Page, src: string, size: number): Promise<string> =>
  page.evaluate(
    async ([url, side]) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = side;
      canvas.height = side;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.drawImage(image, 0, 0, side, side);
      const { data } = context.getImageData(0, 0, side, side);
      let text = '';
      for (let at = 0; at < data.length; at += 4) text += (data[at] ?? 0) < 128 ? '1' : '0';
      return text;
    },
    [src, size] as const,
  );

/** What a decoder that is not the page's library reads; with the quiet zone that the card around the code gives it. */
function readBack(pixels: string, side: number): string | undefined {
  const margin = 4 * ENLARGED;
  const wide = side + 2 * margin;
  const picture = new Uint8ClampedArray(wide * wide * 4).fill(255);
  for (let at = 0; at < pixels.length; at++) {
    if (pixels[at] === '0') continue;
    const row = margin + Math.floor(at / side);
    const place = (row * wide + margin + (at % side)) * 4;
    picture.fill(0, place, place + 3);
  }
  return jsQR(picture, wide, wide)?.data;
}

/**
 * The QR code on screen is, module by module, the level H code for this text, in the brand's shape and of this size, and
 * a decoder reads the text.
 */
export async function expectCode(
  page: Page,
  label: string,
  text: string,
  pixels = 170,
): Promise<void> {
  const wanted = qrcode(0, 'H');
  wanted.addData(text);
  wanted.make();
  const count = wanted.getModuleCount();
  const image = page.getByRole('img', { name: label });
  await expect(image).toHaveJSProperty('naturalWidth', pixels);
  await expect(image).toHaveJSProperty('width', pixels);
  const side = pixels * ENLARGED;
  const shown = await pixelsOf(page, (await image.getAttribute('src')) ?? '', side);
  const module = Math.floor(pixels / count) * ENLARGED;
  const start = (side - module * count) / 2 + module / 2;
  const at = (row: number, column: number): boolean =>
    shown[Math.floor(start + row * module) * side + Math.floor(start + column * module)] === '1';
  const cells = Array.from({ length: count * count }, (_, cell) => cell);
  const other = cells.filter((cell) => {
    const [row, column] = [Math.floor(cell / count), cell % count];
    return at(row, column) !== wanted.isDark(row, column);
  });
  expect(other).toEqual([]);
  expect(readBack(shown, side)).toBe(text);
}
