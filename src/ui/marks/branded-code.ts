import type QRCodeStyling from 'qr-code-styling';

export interface CodeOf {
  readonly data: string;
  /** The length of a side in pixels. */
  readonly size: number;
  /** The error correction level; `M` if a standard requires it. */
  readonly correction: 'M' | 'H';
  readonly type: 'svg' | 'canvas';
}

/**
 * A QR code in the brand's shape: round grains. Its three corners stay square, because readers find a code by them: with
 * round ones the decoder that we use ourselves finds none in a picture with words beside it. No picture lies over it, so that all of the error
 * correction is left for what covers a screen or a print. Drawn on this device: the data is sent nowhere. The library
 * loads when a code is first shown.
 */
export async function brandedCode({
  correction,
  size,
  ...of
}: CodeOf): Promise<Pick<QRCodeStyling, 'getRawData'>> {
  const { default: Code } = await import('qr-code-styling');
  return new Code({
    ...of,
    width: size,
    height: size,
    qrOptions: { errorCorrectionLevel: correction },
    dotsOptions: { type: 'rounded', color: '#000' },
    cornersSquareOptions: { type: 'square', color: '#000' },
    cornersDotOptions: { type: 'square', color: '#000' },
    backgroundOptions: { color: '#fff' },
  });
}
