import { expect, type Page } from '@playwright/test';
import jsQR from 'jsqr';
import { openSignedIn, test } from '#tests/support/e2e.ts';
import { pdfText } from '#tests/support/pdf-text.ts';

interface Handed {
  readonly text: string;
  readonly files: readonly {
    readonly name: string;
    readonly type: string;
    readonly bytes: Buffer;
  }[];
}

/** Gives the browser a share sheet that takes files; returns how to read what was handed to it. */
async function withShareSheet(page: Page): Promise<() => Promise<Handed>> {
  const handed = Promise.withResolvers<Handed>();
  await page.exposeFunction('__handed', (text: string, files: [string, string, string][]) =>
    handed.resolve({
      text,
      files: files.map(([name, type, base64]) => ({
        name,
        type,
        bytes: Buffer.from(base64, 'base64'),
      })),
    }),
  );
  await page.evaluate(() => {
    const base64Of = async (file: File): Promise<string> => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    };
    Object.defineProperty(navigator, 'canShare', { value: () => true });
    Object.defineProperty(navigator, 'share', {
      value: async ({ text, files = [] }: ShareData) => {
        const read = files.map(async (file) => [file.name, file.type, await base64Of(file)]);
        Reflect.get(window, '__handed')(text, await Promise.all(read));
      },
    });
  });
  return () => handed.promise;
}

test('LIVE-06 EASE-11 the share sheet takes a receipt as a PDF, with its text', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }), '/transactions');
  await page.getByRole('listitem').filter({ hasText: '+0.5' }).getByRole('link').click();
  const share = page.getByRole('button', { name: 'Share', exact: true });
  await expect(share).toBeVisible();
  const handed = await withShareSheet(page);
  await share.click();
  const { text, files } = await handed();
  expect(text).toMatch(/\nAmount: \+0\.5\sBTC/);
  expect(files).toEqual([
    {
      name: expect.stringMatching(/^receipt_.+\.pdf$/),
      type: 'application/pdf',
      bytes: expect.anything(),
    },
  ]);
  const [first = ''] = await pdfText(files[0]?.bytes ?? Buffer.of());
  expect(first.replace(/\s+/g, ' ')).toMatch(/Receipt .*Amount \+0\.5 BTC/);
});

test('LIVE-06 the share sheet takes an address as a picture that can be scanned, with its text', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer(), '/receive');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Ripple/ })
    .click();
  const address = page.getByRole('textbox', { name: 'Your Ripple Address' });
  await expect(address).toHaveText(/^r/);
  const known = (await address.textContent()) ?? '';
  const tag = await page.getByRole('textbox', { name: 'Destination tag' }).textContent();
  const handed = await withShareSheet(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const { text, files } = await handed();
  expect(text).toBe(`${known}\nDestination tag: ${tag}`);
  expect(files.map(({ name, type }) => [name, type])).toEqual([['XRP_address.png', 'image/png']]);
  // Half the size is enough to read it, and four times less to hand over.
  const picture = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const [width, height] = [bitmap.width >> 1, bitmap.height >> 1];
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    context?.drawImage(bitmap, 0, 0, width, height);
    const pixels = context?.getImageData(0, 0, width, height).data ?? [];
    const chars = Array.from(pixels, (byte) => String.fromCharCode(byte)).join('');
    return { width, height, pixels: btoa(chars) };
  }, files[0]?.bytes.toString('base64') ?? '');
  const pixels = Uint8ClampedArray.from(Buffer.from(picture.pixels, 'base64'));
  expect(jsQR(pixels, picture.width, picture.height)?.data).toBe(`xrp:${known}`);
});
