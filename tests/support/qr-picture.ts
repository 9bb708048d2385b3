import qrcode from 'qrcode-generator';

/** A QR code as a picture file. */
export function pictureOf(text: string) {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const [, base64 = ''] = code.createDataURL(6, 24).split(',');
  return { name: 'code.gif', mimeType: 'image/gif', buffer: Buffer.from(base64, 'base64') };
}
