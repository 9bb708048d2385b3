import { expect, type Page } from '@playwright/test';
import qrcode from 'qrcode-generator';

/** Which modules of a code on screen are dark, of a picture with this many pixels and modules a side. */
const darkIn = (page: Page, src: string, pixels: number, count: number) =>
  page.evaluate(
    async ([url, width, modules]) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = document.createElement('canvas');
      const size = 10 * width;
      canvas.width = size;
      canvas.height = size;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.drawImage(image, 0, 0, size, size);
      const side = Math.floor(width / modules) * 10;
      const start = (size - side * modules) / 2 + side / 2;
      const at = (n: number): number => Math.floor(start + n * side);
      return Array.from({ length: modules }, (_, row) =>
        Array.from(
          { length: modules },
          (_, column) => (context.getImageData(at(column), at(row), 1, 1).data[0] ?? 0) < 128,
        ),
      );
    },
    [src, pixels, count] as const,
  );

/** The QR code on screen is, module by module, the level H code for this text, and has this size. */
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
  const shown = await darkIn(page, (await image.getAttribute('src')) ?? '', pixels, count);
  expect(shown).toEqual(
    Array.from({ length: count }, (_, row) =>
      Array.from({ length: count }, (_, column) => wanted.isDark(row, column)),
    ),
  );
}
